import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** A message that a service has handed over. */
export interface ArrivalRow {
  readonly id: number
  readonly sender_id: number
  readonly sid: string
  readonly customer: string
  /** ms since 1970, as the service says. */
  readonly sent_at: number
  /** JSON. */
  readonly content: string
  /** Times that it could not be taken. */
  readonly attempts: number
}

type NewArrival = Omit<ArrivalRow, 'id' | 'attempts'>

/** All SQL for messages that are not in their conversation yet. */
export const arrivalQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewArrival]>(`
    INSERT INTO messenger_arrivals (sender_id, sid, customer, sent_at, content)
    VALUES (:sender_id, :sid, :customer, :sent_at, :content) ON CONFLICT DO NOTHING
  `)
  const first = sql.read<[number, string], ArrivalRow>(
    'SELECT * FROM messenger_arrivals WHERE sender_id = ? AND customer = ? ORDER BY sent_at, id LIMIT 1',
  )
  const failed = sql.write<[number]>(
    'UPDATE messenger_arrivals SET attempts = attempts + 1 WHERE id = ?',
  )
  const remove = sql.write<[number]>('DELETE FROM messenger_arrivals WHERE id = ?')
  const removeAll = sql.write<[number]>('DELETE FROM messenger_arrivals WHERE sender_id = ?')
  return {
    /** False if it waits already. */
    insert: (tx: Tx, arrival: NewArrival) => insert.run(tx, arrival).changes === 1,
    /** The oldest one of a customer. */
    first: (senderId: number, customer: string) => first.get(senderId, customer),
    failed: (tx: Tx, id: number) => failed.run(tx, id),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    removeAll: (tx: Tx, senderId: number) => removeAll.run(tx, senderId),
  }
})
