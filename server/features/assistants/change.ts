import type { Context } from '../../context.ts'
import { summarize } from './present.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import type { AssistantRow } from './row.ts'

/** Writes columns of an assistant, and records it. */
export function changeAssistant(
  { db, events, now }: Pick<Context, 'db' | 'events' | 'now'>,
  { id, user_id }: Pick<AssistantRow, 'id' | 'user_id'>,
  columns: Partial<AssistantRow>,
): AssistantWithLanguage {
  const assistants = assistantQueries(db)
  return db.transaction(() => {
    assistants.change(id, columns, now())
    const changed = assistants.find(user_id, id)!
    events.record({ userId: user_id, type: 'assistant.updated', payload: summarize(changed) })
    return changed
  })()
}
