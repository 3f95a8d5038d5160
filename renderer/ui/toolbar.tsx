import './toolbar.css'
import type { ComponentChildren } from 'preact'
import { t } from '../locales/translate.ts'
import { Button } from './button.tsx'
import type { Icon } from './icon.tsx'
import { CloseIcon } from './icons.tsx'

interface ToolbarProps {
  readonly label: string
  readonly isSticky?: boolean
  readonly children: ComponentChildren
}

/** Filters and actions above a list. */
export function Toolbar({ label, isSticky = false, children }: ToolbarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not form fields alone
    <div class={`toolbar ${isSticky ? 'is-sticky' : ''}`} role="group" aria-label={label}>
      {children}
    </div>
  )
}

interface FilterChipProps {
  readonly label: string
  /** Current value; undefined if the filter is off. */
  readonly value?: string | undefined
  readonly icon?: Icon
  readonly onRemove?: () => void
}

/** An active filter with a button to remove it. */
export function FilterChip({ label, value, icon: Shape, onRemove }: FilterChipProps) {
  const whole = value ? `${label}: ${value}` : label
  return (
    <span class="filter-chip">
      {Shape && <Shape size={16} />}
      <span class="filter-chip-words">
        {label}
        {/* The gap is on the label's side, whatever the direction of the value. */}
        {value && (
          <strong>
            <bdi>{value}</bdi>
          </strong>
        )}
      </span>
      {onRemove && (
        <button
          type="button"
          class="tag-remove"
          aria-label={t('common.removeOf', { label: whole })}
          onClick={onRemove}
        >
          <CloseIcon size={14} />
        </button>
      )}
    </span>
  )
}

interface BulkBarProps {
  readonly count: number
  readonly onClear: () => void
  /** Shown instead of the count, such as an offer to select all matches. */
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}

/** Actions on the selection. */
export function BulkBar({ count, onClear, note, children }: BulkBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not form fields alone
    <div class="bulk-bar" role="group" aria-label={t('common.selected', { count })}>
      <strong class="bulk-count" role="status">
        {t('common.selected', { count })}
      </strong>
      {note}
      <span class="bulk-actions">{children}</span>
      <Button kind="quiet" size="small" icon={CloseIcon} onClick={onClear}>
        {t('common.clear')}
      </Button>
    </div>
  )
}
