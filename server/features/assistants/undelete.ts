import type { AssistantSettings } from '#contracts/assistant-settings.ts'
import type { Context } from '../../context.ts'
import { belongingsQueries } from './belongings-queries.ts'
import { summarize } from './present.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import { latestVersion } from './versions.ts'

/** Restores a deleted assistant and records it as created: it is switched off, and gets its number back if that is still free. */
export async function undeleteAssistant(
  { db, write, events, now }: Pick<Context, 'db' | 'events' | 'now' | 'write'>,
  assistant: AssistantWithLanguage,
): Promise<AssistantWithLanguage> {
  if (assistant.deleted_at === null) return assistant
  const assistants = assistantQueries(db)
  return await write((tx) => {
    const phone_number_id = freeNumber(db, assistant)
    assistants.change(tx, assistant.id, { deleted_at: null, phone_number_id }, now())
    const back = assistants.find(assistant.user_id, assistant.id)!
    events.record(tx, { userId: back.user_id, type: 'assistant.created', payload: summarize(back) })
    return back
  })
}

function freeNumber(db: Context['db'], assistant: AssistantWithLanguage): number | null {
  const settings = JSON.parse(latestVersion(db, assistant).settings) as AssistantSettings
  const { phone_number_id: id } = settings
  const belongings = belongingsQueries(db)
  if (id === null || !belongings.phoneNumber(assistant.user_id, id)) return null
  return assistant.type === 'inbound' && belongings.answering(id) !== undefined ? null : id
}
