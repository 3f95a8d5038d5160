import type { ComponentChildren } from 'preact'

interface LabelledProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly children: ComponentChildren
}

/** A label for the eye over a group that has its name already. */
export function Labelled({ label, hint, children }: LabelledProps) {
  return (
    <div class="field">
      <span class="field-label" aria-hidden="true">
        {label}
      </span>
      {children}
      {hint && <p class="field-hint">{hint}</p>}
    </div>
  )
}
