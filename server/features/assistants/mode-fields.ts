import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { isKeptBetween } from '#contracts/assistant-modes.ts'
import type { Mode } from '#contracts/enums.ts'

/** What is left of an assistant's fields in another mode: fields that one of the two modes does not use are gone. */
export function inOtherMode(fields: NewAssistant, mode: Mode): Partial<NewAssistant> {
  const left = Object.entries(fields).filter(([name]) =>
    isKeptBetween(name as keyof NewAssistant, fields.mode, mode),
  )
  return Object.fromEntries(left)
}
