import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** State of a number whose service reports to this server. Times in ms. */
export interface ConnectionRow {
  readonly sender_id: number
  /** Time of the last report; null before the first one. */
  readonly heard_at: number | null
  readonly error: StoredFault | null
  readonly is_paused: number
  readonly ignored: number
  readonly ignored_at: number | null
  readonly ignored_reason: StoredFault | null
}

/** All SQL for the connections of numbers to their services. */
export const connectionQueries = oncePerDb((sql) => {
  const find = sql.read<[number], ConnectionRow>(
    'SELECT * FROM messenger_connections WHERE sender_id = ?',
  )
  const restore = sql.write<[number]>(`
    INSERT INTO messenger_connections (sender_id) VALUES (?)
    ON CONFLICT (sender_id) DO UPDATE SET error = NULL, is_paused = 0
  `)
  const remove = sql.write<[number]>('DELETE FROM messenger_connections WHERE sender_id = ?')
  const heard = sql.write<[number, number]>(
    'UPDATE messenger_connections SET heard_at = ? WHERE sender_id = ?',
  )
  const failed = sql.write<[StoredFault | null, number, number]>(
    'UPDATE messenger_connections SET error = ?, is_paused = ? WHERE sender_id = ?',
  )
  const ignored = sql.write<[{ id: number; reason: StoredFault; now: number }]>(`
    UPDATE messenger_connections SET ignored = ignored + 1, ignored_at = :now, ignored_reason = :reason
    WHERE sender_id = :id
  `)
  return {
    find: (senderId: number) => find.get(senderId),
    /** Creates it, or clears its troubles. */
    restore: (tx: Tx, senderId: number) => restore.run(tx, senderId),
    remove: (tx: Tx, senderId: number) => remove.run(tx, senderId),
    heard: (tx: Tx, senderId: number, now: Date) => heard.run(tx, now.getTime(), senderId),
    /** Records why the service does not serve the number; null if it does. */
    failed: (tx: Tx, senderId: number, error: StoredFault | null, isPaused: boolean) =>
      failed.run(tx, error, isPaused ? 1 : 0, senderId),
    /** Counts a report that became no message. */
    ignored: (tx: Tx, id: number, reason: StoredFault, now: Date) =>
      ignored.run(tx, { id, reason, now: now.getTime() }),
  }
})
