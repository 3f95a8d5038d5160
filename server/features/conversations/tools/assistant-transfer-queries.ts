import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** SQL for transferring conversations to other assistants. */
export const assistantTransferQueries = oncePerDb((sql) => {
  const transfer = sql.write<[{ id: number; to: number; max: number }]>(`
    UPDATE conversations SET acting_assistant_id = :to, assistant_transfers = assistant_transfers + 1
    WHERE id = :id AND assistant_transfers < :max
  `)
  return {
    /** Transfers a conversation; false if the maximum has been reached. */
    transfer: (tx: Tx, id: number, to: number, max: number) =>
      transfer.run(tx, { id, to, max }).changes === 1,
  }
})
