import { oncePerDb } from '../../db/once-per-db.ts'

/** Number of the newest records searched. */
const NEWEST = 200

/** All SQL for sample payloads. */
export const sampleQueries = oncePerDb((sql) => {
  const endedConversation = sql
    .read<[number, number], number>(`
      SELECT id FROM (
        SELECT id, ended_at, type FROM conversations WHERE user_id = ? AND assistant_id = ?
        ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}
      ) WHERE ended_at IS NOT NULL AND type <> 'test' LIMIT 1
    `)
    .pluck()
  const finishedCall = sql
    .read<[number, number], number>(`
      SELECT id FROM (
        SELECT id, status FROM calls WHERE user_id = ? AND assistant_id = ?
        ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}
      ) WHERE status = 'completed' LIMIT 1
    `)
    .pluck()

  return {
    /** The newest ended conversation of an assistant. */
    endedConversation: (userId: number, assistantId: number) =>
      endedConversation.get(userId, assistantId),
    /** The newest completed call of an assistant. */
    finishedCall: (userId: number, assistantId: number) => finishedCall.get(userId, assistantId),
  }
})
