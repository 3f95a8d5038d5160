import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface CheckboxProps {
  readonly label: string
  /** Shows only the box; the label is its accessible name. */
  readonly isLabelHidden?: boolean
  readonly hint?: ComponentChildren
  readonly checked: boolean
  /** Indeterminate: some, but not all, of its items are checked. */
  readonly isMixed?: boolean
  readonly disabled?: boolean
  readonly 'aria-invalid'?: boolean
  readonly onSwitch: (checked: boolean, event: MouseEvent) => void
}

/** A checkbox with a label. */
export function Checkbox(props: CheckboxProps) {
  const { label, isLabelHidden, hint, checked, isMixed = false, disabled, onSwitch } = props
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  })
  return (
    <div class={`checkbox ${isLabelHidden ? 'is-bare' : ''}`}>
      <input
        type="checkbox"
        id={id}
        ref={box}
        class="check"
        checked={checked}
        disabled={disabled}
        aria-label={isLabelHidden ? label : undefined}
        aria-invalid={props['aria-invalid']}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={(event) => onSwitch(event.currentTarget.checked, event)}
      />
      {!isLabelHidden && (
        <div>
          <label for={id}>{label}</label>
          {hint && (
            <p class="field-hint" id={`${id}-hint`}>
              {hint}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
