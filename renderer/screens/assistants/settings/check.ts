import { NewAssistant } from '#contracts/assistant-fields.ts'
import { faultsBetween } from '#contracts/assistant-rules.ts'
import { fieldFaults } from '#contracts/field-errors.ts'
import { localizer } from '../../../locales/faults.ts'

/** Validates an assistant's settings against the contract; errors by field path, as the server reports them. */
export function checkSettings(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const parsed = NewAssistant.safeParse(values)
  const found = parsed.success ? {} : fieldFaults(parsed.error.issues, values)
  // Null counts as missing.
  const there = Object.entries(values).filter(([, value]) => value !== null)
  const faults = [
    ...faultsBetween(Object.fromEntries(there)),
    ...Object.entries(found).map(([place, [first]]) => [place, first!] as const),
  ]
  return Object.fromEntries(
    faults.map(([place, fault]) => [place, localizer.translate(fault, place)]),
  )
}
