import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ErrorBoundary, lazy } from 'preact-iso'
import type { Desk } from '../app/desk.ts'
import { loadWithTexts, t } from '../locales/translate.ts'
import { MoreIcon } from '../ui/icons.tsx'
import { UnreadNotifications } from './bell.tsx'
import { PlaceLink } from './navigation.tsx'
import { mainPlacesFor } from './places.ts'

const MoreSheet = lazy(() =>
  loadWithTexts(() => import('./more-sheet.tsx')).then((m) => m.MoreSheet),
)

interface BottomBarProps {
  readonly desk: Desk
  readonly path: string
  readonly onFind: () => void
  readonly onHelp: () => void
  readonly onNotifications: () => void
}

/** Bottom navigation on phones: the main screens, and the rest under More. */
export function BottomBar({ desk, path, onFind, onHelp, onNotifications }: BottomBarProps) {
  const isOpen = useSignal(false)
  const close = () => {
    isOpen.value = false
  }
  useEffect(close, [path])
  return (
    <nav class="bottom-bar" aria-label={t('shell.navigation.label')}>
      {mainPlacesFor(desk.session.may).map((place) => (
        <PlaceLink key={place.href} desk={desk} place={place} path={path} />
      ))}
      <button
        type="button"
        class="navigation-item"
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = true
        }}
      >
        <MoreIcon />
        <span class="navigation-label">{t('shell.navigation.more')}</span>
        <UnreadNotifications desk={desk} />
      </button>
      <ErrorBoundary onError={close}>
        {isOpen.value && (
          <MoreSheet
            desk={desk}
            path={path}
            onClose={close}
            onFind={() => {
              close()
              onFind()
            }}
            onHelp={onHelp}
            onNotifications={() => {
              close()
              onNotifications()
            }}
          />
        )}
      </ErrorBoundary>
    </nav>
  )
}
