import { ASSISTANT_FIELDS, type AssistantFieldName } from '#contracts/assistant-fields.ts'
import { type Keep, write } from '../../../app/storage.ts'
import type { Changes } from './effective.ts'

interface KeptDraft {
  /** Version on which the draft is based. */
  readonly version: number
  readonly changes: Changes
}

/** Stores unsaved changes of an assistant across page loads. */
export function createKeptDraft(storage: Keep, id: number) {
  const key = `parley.assistant.${id}`
  return {
    read(): KeptDraft | undefined {
      try {
        const { version, changes } = JSON.parse(storage.getItem(key) ?? 'null') as KeptDraft
        const known = Object.entries(changes).filter(([name]) =>
          ASSISTANT_FIELDS.includes(name as AssistantFieldName),
        )
        return known.length > 0 ? { version, changes: Object.fromEntries(known) } : undefined
      } catch {
        return undefined
      }
    },
    write(draft: KeptDraft): void {
      if (Object.keys(draft.changes).length === 0) storage.removeItem(key)
      else write(storage, key, JSON.stringify(draft))
    },
  }
}
