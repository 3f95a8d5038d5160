import { NewAssistant } from '#contracts/assistant-fields.ts'
import { faultsBetween } from '#contracts/assistant-rules.ts'
import { fieldErrors } from '#contracts/field-errors.ts'

/** What the contract finds wrong with the settings of an assistant, by place; the server says the same. */
export function checkSettings(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const parsed = NewAssistant.safeParse(values)
  const errors = Object.entries(parsed.success ? {} : fieldErrors(parsed.error.issues, values)).map(
    ([place, [first]]): [string, string] => [place, first!],
  )
  // What is there as null is as if it were not there.
  const there = Object.entries(values).filter(([, value]) => value !== null)
  return {
    ...Object.fromEntries(faultsBetween(Object.fromEntries(there))),
    ...Object.fromEntries(errors),
  }
}
