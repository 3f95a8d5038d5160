import { TextInput } from '../../../ui/controls.tsx'
import type { Wiring } from '../../../ui/field.tsx'

interface NumberInputProps {
  readonly wiring: Wiring
  readonly unit: string
  readonly bounds: { readonly min: number; readonly max: number } | undefined
  /** A number, the typed text while it is not a number, or null for empty. */
  readonly value: unknown
  readonly onEdit: (value: number | string | null) => void
}

/** A number input with a unit. Invalid text is kept for correction. */
export function NumberInput({ wiring, unit, bounds, value, onEdit }: NumberInputProps) {
  return (
    <TextInput
      {...wiring}
      inputMode="decimal"
      dir="ltr"
      autocomplete="off"
      {...(unit && { suffix: unit })}
      {...(bounds && { placeholder: `${bounds.min} – ${bounds.max}` })}
      value={value === null || value === undefined ? '' : String(value)}
      onEdit={(text) => onEdit(numberOf(text))}
    />
  )
}

function numberOf(text: string): number | string | null {
  const typed = text.trim()
  if (typed === '') return null
  // Incomplete input such as `1.` stays text; a decimal comma is accepted.
  return /^-?\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : text
}
