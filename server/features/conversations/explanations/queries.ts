import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** SQL for explanations of answers. */
export const explanationQueries = oncePerDb((sql) => {
  const put = sql.write<[{ messageId: number; explanation: string }]>(`
    INSERT INTO answer_explanations (message_id, explanation) SELECT id, :explanation FROM messages WHERE id = :messageId
    ON CONFLICT (message_id) DO UPDATE SET explanation = excluded.explanation
  `)
  const find = sql
    .read<[number, number], string>(`
      SELECT explanation FROM answer_explanations JOIN messages ON messages.id = message_id
      WHERE message_id = ? AND conversation_id = ?
    `)
    .pluck()

  return {
    /** Stores the explanation of a message, as JSON, unless it was erased; a continued answer replaces it. */
    put: (tx: Tx, messageId: number, explanation: string) =>
      put.run(tx, { messageId, explanation }),
    /** The explanation of a message of this conversation. */
    find: (messageId: number, conversationId: number) => find.get(messageId, conversationId),
  }
})
