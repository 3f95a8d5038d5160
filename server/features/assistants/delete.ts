import type { Context } from '../../context.ts'
import { summarize } from './present.ts'
import { assistantQueries } from './queries.ts'
import type { AssistantRow } from './row.ts'

/** Soft-deletes an assistant and records the event: its number is released, and its name still appears in lists of conversations and calls. */
export async function deleteAssistant(
  { db, write, events, jobs, now }: Pick<Context, 'db' | 'events' | 'jobs' | 'now' | 'write'>,
  assistant: AssistantRow,
): Promise<void> {
  const gone = {
    status: 'inactive',
    switched_off: 1,
    phone_number_id: null,
    deleted_at: now().getTime(),
  } as const
  await write((tx) => {
    // A trigger has its campaigns take their turn now.
    tx.afterCommit(jobs.wake)
    assistantQueries(db).change(tx, assistant.id, gone, now())
    events.record(tx, {
      userId: assistant.user_id,
      type: 'assistant.deleted',
      payload: summarize({ ...assistant, ...gone }),
    })
  })
}
