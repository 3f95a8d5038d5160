import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { AlertIcon, type Icon, InfoIcon, RefreshIcon } from './icons.tsx'

interface EmptyProps {
  readonly icon: Icon
  readonly title: string
  readonly children?: ComponentChildren
  readonly actions?: ComponentChildren
}

/** Nothing here yet, why that is, and how it gets here. */
export function Empty({ icon: Icon, title, children, actions }: EmptyProps) {
  return (
    <div class="state">
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
  /** What is being fetched, for those who cannot see the bones. */
  readonly label: string
  readonly rows?: number
}

/** The bones of what is about to be here. */
export function Loading({ label, rows = 4 }: LoadingProps) {
  return (
    <div class="bones" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div class="bone-row" key={row} aria-hidden="true">
          <span class="bone is-round" />
          <span class="bone-lines">
            <span class="bone is-short" />
            <span class="bone" />
          </span>
        </div>
      ))}
    </div>
  )
}

interface ErrorStateProps {
  readonly title: string
  /** What happened and what to do. */
  readonly children: ComponentChildren
  readonly onRetry?: () => void
}

/** It did not work, and what to do. */
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
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}

interface BannerProps {
  readonly tone?: 'info' | 'attention' | 'danger' | 'ai'
  readonly icon?: Icon
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/** A sentence across the width about how things are. */
export function Banner({ tone = 'info', icon: Icon = InfoIcon, actions, children }: BannerProps) {
  return (
    <div class={`banner is-${tone}`}>
      <Icon size={20} />
      <div class="banner-words">{children}</div>
      {actions && <div class="banner-actions">{actions}</div>}
    </div>
  )
}
