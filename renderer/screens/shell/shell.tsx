import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { LocationProvider, useLocation } from 'preact-iso'
import type { Desk } from '../../desk.ts'
import { createNotifier } from '../../notifications.ts'
import { titleOf } from '../../people.ts'
import { Routes } from '../../router.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { ToastList } from '../../ui/toast-list.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { Navigation } from './navigation.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { screenName } from './title.ts'

/** The frame around every screen. */
export function Shell({ desk }: { readonly desk: Desk }) {
  return (
    <LocationProvider scope="/app">
      <Frame desk={desk} />
    </LocationProvider>
  )
}

function Frame({ desk }: { readonly desk: Desk }) {
  const { path, route } = useLocation()
  const isHelpOpen = useSignal(false)
  const isHome = path === '/app'

  useEffect(() => {
    if (isHome) route('/app/inbox', true)
  }, [isHome])
  useTitle(desk, path)
  useNotifications(desk, route)
  useKeys(desk.preferences.shortcuts.value, {
    '?': () => {
      isHelpOpen.value = true
    },
  })

  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <Navigation
        desk={desk}
        path={path}
        onHelp={() => {
          isHelpOpen.value = true
        }}
      />
      <div class="shell-body">
        <Reconnecting desk={desk} />
        {!isHome && <Routes desk={desk} onArrive={focusHeading} />}
      </div>
      <ToastList toasts={desk.toasts} />
      {isHelpOpen.value && (
        <ShortcutsDialog
          preferences={desk.preferences}
          onClose={() => {
            isHelpOpen.value = false
          }}
        />
      )}
    </div>
  )
}

/** Whoever uses the keyboard or a screen reader arrives where the new screen begins. */
function focusHeading(): void {
  const active = document.activeElement
  // Somebody who moves along the list of conversations stays in it.
  if (active instanceof HTMLElement && active.closest('main')) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

function Reconnecting({ desk }: { readonly desk: Desk }) {
  return (
    <div role="status">
      {desk.live.isLost.value && (
        <div class="reconnecting">
          <AlertIcon size={18} />
          <span>
            <strong>Reconnecting…</strong> What you see may be a moment old. Nothing is lost.
          </span>
        </div>
      )}
    </div>
  )
}

function useTitle({ inbox }: Desk, path: string): void {
  const current = useRef(path)
  current.current = path
  const show = () => {
    const count = inbox.unread.value
    document.title = `${count > 0 ? `(${count}) ` : ''}${screenName(current.current)} · Parley`
  }
  useSignalEffect(show)
  useEffect(show, [path])
}

function useNotifications(desk: Desk, route: (url: string) => void): void {
  useEffect(
    () =>
      desk.live.subscribe(
        createNotifier({
          isWanted: () => desk.preferences.notifications.value,
          itemOf: desk.inbox.find,
          nameOf: titleOf,
          open: (conversation) => route(`/app/inbox/${conversation}`),
        }),
      ),
    [],
  )
}
