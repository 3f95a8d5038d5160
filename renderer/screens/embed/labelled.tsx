import type { ComponentChildren } from 'preact'

interface LabelledProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly children: ComponentChildren
}

/** A visual label for a group that already has an accessible name. */
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
