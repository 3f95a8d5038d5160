import type { NewAssistant } from '#contracts/assistant-fields.ts'
import { isKeptBetween } from '#contracts/assistant-modes.ts'
import type { Mode } from '#contracts/enums.ts'

/** Fields of an assistant that survive a change of mode: those common to both modes. */
export function inOtherMode(fields: NewAssistant, mode: Mode): Partial<NewAssistant> {
  const left = Object.entries(fields).filter(([name]) =>
    isKeptBetween(name as keyof NewAssistant, fields.mode, mode),
  )
  return Object.fromEntries(left)
}
