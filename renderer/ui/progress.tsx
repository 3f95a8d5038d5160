import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { formatShare } from '../format/numbers.ts'

interface ProgressBarProps {
  /** Between 0 and 1; undefined if unknown. */
  readonly value?: number | undefined
  readonly label: string
  readonly isLabelShown?: boolean
  readonly note?: ComponentChildren
  readonly tone?: 'accent' | 'ai' | 'attention' | 'danger'
}

/** Progress bar with a label. */
export function ProgressBar(props: ProgressBarProps) {
  const { value, label, isLabelShown = false, note, tone = 'accent' } = props
  const id = useId()
  return (
    <div class={`progress is-${tone}`}>
      {isLabelShown && (
        <div class="field-line">
          <span id={id}>{label}</span>
          <span class="quiet">{note ?? (value !== undefined && formatShare(value))}</span>
        </div>
      )}
      <progress
        max={1}
        {...(value !== undefined && { value })}
        {...(isLabelShown ? { 'aria-labelledby': id } : { 'aria-label': label })}
      />
    </div>
  )
}
