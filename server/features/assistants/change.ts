import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { summarize } from './present.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import type { AssistantRow } from './row.ts'
import { type Authorship, keepVersion } from './versions.ts'

/** Updates columns of an assistant, adds a version if settings changed, and records the event. */
export function changeAssistant(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now'>,
  assistant: AssistantRow,
  columns: Partial<AssistantRow>,
  authorship?: Authorship,
): AssistantWithLanguage {
  const { db, events, now } = context
  const { id, user_id } = assistant
  const assistants = assistantQueries(db)
  assistants.change(tx, id, columns, now())
  const changed = assistants.find(user_id, id)!
  keepVersion(tx, context, changed, authorship)
  events.record(tx, { userId: user_id, type: 'assistant.updated', payload: summarize(changed) })
  return changed
}
