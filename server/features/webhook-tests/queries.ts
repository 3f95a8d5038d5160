import { oncePerDb } from '../../db/once-per-db.ts'

/** So many of the newest are looked through. */
const NEWEST = 200

/** All SQL about what samples are made of. */
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
    /** The newest conversation of an assistant that has ended. */
    endedConversation: (userId: number, assistantId: number) =>
      endedConversation.get(userId, assistantId),
    /** The newest call of an assistant that is completed. */
    finishedCall: (userId: number, assistantId: number) => finishedCall.get(userId, assistantId),
  }
})
