import { ASSISTANT_FIELDS, type AssistantFieldName } from '#contracts/assistant-fields.ts'
import type { AssistantSettings } from '#contracts/assistant-settings.ts'
import { isSame } from '../../../app/same.ts'
import type { Changes } from './effective.ts'

/** Settings that somebody else has changed. */
export function changedByThem(base: AssistantSettings, theirs: AssistantSettings) {
  return ASSISTANT_FIELDS.filter((name) => !isSame(base[name], theirs[name]))
}

/** Settings that both have changed, and not to the same. */
export function changedByBoth(
  base: AssistantSettings,
  theirs: AssistantSettings,
  changes: Changes,
): AssistantFieldName[] {
  return changedByThem(base, theirs).filter(
    (name) => name in changes && !isSame(changes[name], theirs[name]),
  )
}

/** Changes on top of what somebody else has saved. */
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
