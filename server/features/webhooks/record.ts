import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentDelivery } from './present.ts'
import { webhookQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events'>

/** Of so many deliveries that change at once, the newest ones are told of: more than a screen shows. */
const MOST_EVENTS = 1000

/** Records that a delivery is new or has changed. */
export function recordDelivery(
  tx: Tx,
  { db, events }: Needs,
  id: number,
  type: 'delivery.created' | 'delivery.updated',
): void {
  const row = webhookQueries(db).find(id)!
  events.record(tx, { userId: row.user_id, type, payload: presentDelivery(row) })
}

/** The same for many that have changed together. */
export function recordDeliveries(tx: Tx, context: Needs, ids: readonly number[]): void {
  const newest = [...ids].sort((a, b) => a - b).slice(-MOST_EVENTS)
  for (const id of newest) recordDelivery(tx, context, id, 'delivery.updated')
}
