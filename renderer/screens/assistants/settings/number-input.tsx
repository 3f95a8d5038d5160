import { TextInput } from '../../../ui/controls.tsx'
import type { Wiring } from '../../../ui/field.tsx'

interface NumberInputProps {
  readonly wiring: Wiring
  readonly unit: string
  readonly bounds: { readonly min: number; readonly max: number } | undefined
  /** A number; what is typed while it is none; null for nothing. */
  readonly value: unknown
  readonly onEdit: (value: number | string | null) => void
}

/** A number with its unit. What is no number stays as it was typed, to be corrected. */
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
  // `1.` and `0,5` on the way to a number.
  return /^-?\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : text
}
