import { ASSISTANT_FIELDS, type AssistantFieldName } from '#contracts/assistant-fields.ts'
import type { AssistantSettings } from '#contracts/assistant-settings.ts'
import { isSame } from '../../../app/same.ts'
import type { Changes } from './effective.ts'

/** Settings changed by somebody else. */
export function changedByThem(base: AssistantSettings, theirs: AssistantSettings) {
  return ASSISTANT_FIELDS.filter((name) => !isSame(base[name], theirs[name]))
}

/** Settings changed on both sides, to different values. */
export function changedByBoth(
  base: AssistantSettings,
  theirs: AssistantSettings,
  changes: Changes,
): AssistantFieldName[] {
  return changedByThem(base, theirs).filter(
    (name) => name in changes && !isSame(changes[name], theirs[name]),
  )
}

/** Rebases changes onto what somebody else has saved. */
export function rebased(
  theirs: AssistantSettings,
  changes: Changes,
  keepTheirs: ReadonlySet<string>,
): Changes {
  const left = Object.entries(changes).filter(
    ([name, value]) => !keepTheirs.has(name) && !isSame(value, theirs[name as AssistantFieldName]),
  )
  return Object.fromEntries(left)
}
