import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../locales/translate.ts'
import { ErrorIcon } from './icons.tsx'

/** ARIA props that connect a control with its field. */
export interface Wiring {
  readonly id: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: boolean | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly error?: string | undefined
  /** Shown at the end of the label's line, such as a counter. */
  readonly aside?: ComponentChildren
  /** Marks an optional field in a form where most are required. */
  readonly isOptional?: boolean
  /** Hides the label visually where the context makes it obvious; screen readers still announce it. */
  readonly isLabelHidden?: boolean
  readonly children: (wiring: Wiring) => ComponentChildren
}

/** A form field: label, control, help text and error. */
export function Field(props: FieldProps) {
  const { label, hint, error, aside, isOptional, isLabelHidden, children } = props
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const wiring: Wiring = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div class="field">
      <div class={isLabelHidden ? 'visually-hidden' : 'field-line'}>
        <label for={id}>
          {label}
          {isOptional && <span class="field-optional"> ({t('common.optional')})</span>}
        </label>
        {aside}
      </div>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children(wiring)}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** Error beside a field. */
export function FieldError({
  id,
  error,
}: {
  readonly id: string
  readonly error?: string | undefined
}) {
  return (
    <p class="field-error" id={id} role="status">
      {error && (
        <>
          <ErrorIcon size={16} /> {error}
        </>
      )}
    </p>
  )
}
