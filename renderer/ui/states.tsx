import type { ComponentChildren } from 'preact'
import { t } from '../locales/translate.ts'
import { Button, IconButton } from './button.tsx'
import type { Icon } from './icon.tsx'
import { AlertIcon, CloseIcon, DoneIcon, ErrorIcon, InfoIcon, RefreshIcon } from './icons.tsx'

interface EmptyProps {
  readonly icon: Icon
  readonly title: string
  readonly children?: ComponentChildren
  readonly actions?: ComponentChildren
  /** For small containers, such as a pane or a card. */
  readonly isSmall?: boolean
}

/** Empty state: what is missing, why, and how to add it. */
export function Empty({ icon: Icon, title, children, actions, isSmall }: EmptyProps) {
  return (
    <div class={`state ${isSmall ? 'is-small' : ''}`}>
      <span class="state-icon">
        <Icon size={24} />
      </span>
      <h2>{title}</h2>
      {children && <div class="state-words">{children}</div>}
      {actions && <div class="state-actions">{actions}</div>}
    </div>
  )
}

interface LoadingProps {
  /** Label of the skeleton for screen readers. */
  readonly label: string
  readonly rows?: number
  readonly as?: 'rows' | 'lines' | 'table' | 'tiles'
}

/** Skeleton of content being loaded. */
export function Loading({ label, rows = 4, as = 'rows' }: LoadingProps) {
  return (
    <div class={`bones is-${as}`} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div class="bone-row" key={row} aria-hidden="true">
          {as === 'rows' && <span class="bone is-round" />}
          <span class="bone-lines">
            <span class="bone is-short" />
            {as !== 'lines' && <span class="bone" />}
          </span>
        </div>
      ))}
    </div>
  )
}

interface SpinnerProps {
  /** Label of the spinner; omitted if adjacent text says the same. */
  readonly label?: string
  readonly isLarge?: boolean
}

/** Indicates an activity of unknown duration. */
export function Spinner({ label, isLarge }: SpinnerProps) {
  return (
    <span
      class={`spinner ${isLarge ? 'is-large' : ''}`}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}

interface ErrorStateProps {
  readonly title: string
  /** Problem and remedy. */
  readonly children: ComponentChildren
  readonly onRetry?: () => void
}

/** Error state with a remedy. */
export function ErrorState({ title, children, onRetry }: ErrorStateProps) {
  return (
    <div class="state" role="alert">
      <span class="state-icon is-danger">
        <AlertIcon size={24} />
      </span>
      <h2>{title}</h2>
      <div class="state-words">{children}</div>
      {onRetry && (
        <div class="state-actions">
          <Button icon={RefreshIcon} onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface BannerProps {
  readonly tone?: 'info' | 'ok' | 'attention' | 'danger' | 'ai'
  readonly icon?: Icon
  readonly actions?: ComponentChildren
  readonly onDismiss?: () => void
  readonly children: ComponentChildren
}

const BANNER_ICONS = {
  info: InfoIcon,
  ok: DoneIcon,
  attention: AlertIcon,
  danger: ErrorIcon,
  ai: InfoIcon,
} as const

/** A full-width message about the current state. */
export function Banner({ tone = 'info', icon, actions, onDismiss, children }: BannerProps) {
  const Shape = icon ?? BANNER_ICONS[tone]
  return (
    <div class={`banner is-${tone}`}>
      <Shape size={20} />
      <div class="banner-words">{children}</div>
      {actions && <div class="banner-actions">{actions}</div>}
      {onDismiss && (
        <IconButton size="small" icon={CloseIcon} label={t('common.dismiss')} onClick={onDismiss} />
      )}
    </div>
  )
}
