import type { ComponentChildren } from 'preact'
import { t } from '../locales/translate.ts'
import { CloseIcon } from './icons.tsx'

/** One of the eight colours of labels, or any colour as `#rrggbb`. */
export type TagColor = number | `#${string}`

interface TagProps {
  readonly color?: TagColor | undefined
  readonly isSmall?: boolean
  readonly href?: string
  readonly onClick?: () => void
  readonly onRemove?: () => void
  readonly children: ComponentChildren
}

/** A coloured label. The text is legible on any colour. */
export function Tag({ color, isSmall, href, onClick, onRemove, children }: TagProps) {
  const style = {
    class: `tag ${isSmall ? 'is-small' : ''}`,
    ...(typeof color === 'number' && { 'data-hue': String(color % 8) }),
    ...(typeof color === 'string' && { style: { '--tag': color } }),
  }
  const words = (
    <>
      {color !== undefined && <span class="tag-dot" aria-hidden="true" />}
      <span class="tag-words" dir="auto">
        {children}
      </span>
    </>
  )
  if (href) {
    return (
      <a {...style} href={href}>
        {words}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" {...style} onClick={onClick}>
        {words}
      </button>
    )
  }
  return (
    <span {...style}>
      {words}
      {onRemove && (
        <button
          type="button"
          class="tag-remove"
          aria-label={t('common.removeOf', { label: typeof children === 'string' ? children : '' })}
          onClick={onRemove}
        >
          <CloseIcon size={14} />
        </button>
      )}
    </span>
  )
}
