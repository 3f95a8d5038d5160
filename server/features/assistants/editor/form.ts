import type { AssistantForm } from '#contracts/assistant-settings.ts'
import type { Db } from '../../../db/open.ts'
import { toInstant } from '../../../db/time.ts'
import { summarize } from '../present.ts'
import type { AssistantRow } from '../row.ts'
import { settingsOf } from '../settings.ts'
import { latestVersion, presentVersion } from '../versions.ts'

/** An assistant as needed by the desk's form. */
export function formOf(db: Db, assistant: AssistantRow): AssistantForm {
  return {
    ...summarize(assistant),
    uuid: assistant.uuid,
    fields: settingsOf(db, assistant),
    version: presentVersion(latestVersion(db, assistant)),
    updated_at: toInstant(assistant.updated_at),
  }
}
