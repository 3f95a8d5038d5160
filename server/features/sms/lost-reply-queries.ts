import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** All SQL for replies that were not delivered. */
export const lostReplyQueries = oncePerDb((sql) => {
  const isLost = sql
    .read<[number], number>('SELECT 1 FROM lost_replies WHERE message_id = ?')
    .pluck()
  const lose = sql.write<[number]>(
    'INSERT INTO lost_replies (message_id) VALUES (?) ON CONFLICT DO NOTHING',
  )
  return {
    isLost: (messageId: number) => isLost.get(messageId) !== undefined,
    /** Marks a reply as lost; false if it was before. */
    lose: (tx: Tx, messageId: number) => lose.run(tx, messageId).changes === 1,
  }
})
