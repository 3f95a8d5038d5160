import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'

/** SQL for how long visitors waited for people. */
export const replyPaceQueries = oncePerDb((sql) => {
  const waits = sql
    .read<[number, number], number>(`
      SELECT reply.created_at - asked.created_at FROM messages AS reply
      JOIN messages AS asked
        ON asked.conversation_id = reply.conversation_id AND asked.seq = reply.seq - 1 AND asked.author = 'visitor'
      WHERE reply.operator_id = ${hidden('?')} ORDER BY reply.id DESC LIMIT ${hidden('?')}
    `)
    .pluck()

  return {
    /** Times from a visitor's message to the operator's reply that followed it, the latest first, ms. */
    waits: (operatorId: number, limit: number) => waits.all(operatorId, limit),
  }
})
