import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, useLocation } from 'preact-iso'
import type { Desk } from '../app/desk.ts'
import { useCommands } from '../app/keys/shortcuts.ts'
import { loadWithTexts, t } from '../locales/translate.ts'
import { Routes } from '../router.tsx'
import { Announcements } from '../ui/announcements.tsx'
import { BellIcon } from '../ui/icons.tsx'
import { ToastList } from '../ui/toast-list.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Navigation } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { HOME, placeAt, placesFor } from './places.ts'
import { StorageTrouble } from './storage-trouble.tsx'
import { useNotifications } from './use-notifications.ts'
import { useTitle } from './use-title.ts'

const loadPalette = () => loadWithTexts(() => import('../screens/palette/palette.tsx'))
const Palette = lazy(() => loadPalette().then((m) => m.Palette))
const NotificationPanel = lazy(() =>
  loadWithTexts(() => import('./notifications/panel.tsx')).then((m) => m.NotificationPanel),
)
const ShortcutsDialog = lazy(() =>
  loadWithTexts(() => import('./shortcuts-dialog.tsx')).then((m) => m.ShortcutsDialog),
)

/** The frame around every screen. */
export function Shell({ desk }: { readonly desk: Desk }) {
  return (
    <LocationProvider scope="/app">
      <Frame desk={desk} />
    </LocationProvider>
  )
}

function Frame({ desk }: { readonly desk: Desk }) {
  const { path, url, route } = useLocation()
  const open = useSignal<Open>()
  const isNowhere = path === '/app'
  // The same functions each time: a new conversation in the address renders no navigation again.
  const { find, help, showNotifications, close } = useMemo(() => showingIn(open), [])

  useLayoutEffect(() => {
    desk.address.connect(route)
    desk.address.url.value = url
    if (open.peek() === 'notifications') close()
  }, [url])
  useEffect(() => {
    if (isNowhere) route(HOME.href, true)
  }, [isNowhere])
  useEffect(() => {
    const { onKey } = desk.commands
    addEventListener('keydown', onKey)
    // Preloads the palette.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), 1500)
    return () => {
      removeEventListener('keydown', onKey)
      clearTimeout(timer)
    }
  }, [])
  useTitle(desk, path)
  useNotifications(desk)
  useCommands(desk, [
    { id: 'palette', isKeyOnly: true, run: find },
    { id: 'help', run: help },
    { id: 'notifications', icon: BellIcon, run: showNotifications },
    { id: 'undo', isKeyOnly: true, when: desk.toasts.canUndo, run: desk.toasts.undoLatest },
    ...placesFor(desk.session.may).flatMap(({ command, href }) =>
      command ? [{ id: command, isKeyOnly: true, run: () => route(href) }] : [],
    ),
  ])

  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        {t('shell.navigation.skip')}
      </a>
      <Navigation
        desk={desk}
        path={placeAt(path)}
        onFind={find}
        onHelp={help}
        onNotifications={showNotifications}
      />
      <div class="shell-body">
        <ConnectionBanner desk={desk} />
        <StorageTrouble desk={desk} />
        {/* On Home, notices are listed among the tasks. */}
        {path !== HOME.href && <Notices desk={desk} />}
        {!isNowhere && <Routes desk={desk} onArrive={focusHeading} />}
      </div>
      <BottomBar
        desk={desk}
        path={path}
        onFind={find}
        onHelp={help}
        onNotifications={showNotifications}
      />
      <ToastList toasts={desk.toasts} />
      <Announcements announcer={desk.announcer} />
      <ErrorBoundary onError={close}>
        {open.value === 'palette' && <Palette desk={desk} onClose={close} />}
        {open.value === 'notifications' && <NotificationPanel desk={desk} onClose={close} />}
        {open.value === 'shortcuts' && <ShortcutsDialog desk={desk} onClose={close} />}
      </ErrorBoundary>
    </div>
  )
}

/** Something open above the screen. */
type Open = 'palette' | 'shortcuts' | 'notifications'

function showingIn(open: Signal<Open | undefined>) {
  const show = (what: Open | undefined) => () => {
    open.value = what
  }
  return {
    find: show('palette'),
    help: show('shortcuts'),
    showNotifications: show('notifications'),
    close: show(undefined),
  }
}

/** Moves keyboard and screen-reader focus to the start of a new screen. */
function focusHeading(): void {
  const active = document.activeElement
  // Moving through the conversation list keeps focus in it.
  if (active instanceof HTMLElement && active.closest('main')) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
