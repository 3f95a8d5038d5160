import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentDelivery } from './present.ts'
import { webhookQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events'>

/** Maximum number of deliveries reported if many change at once, the newest ones: more than fit on a screen. */
const MAX_EVENTS = 1000

/** Records an event for a new or changed delivery. */
export function recordDelivery(
  tx: Tx,
  { db, events }: Needs,
  id: number,
  type: 'delivery.created' | 'delivery.updated',
): void {
  const row = webhookQueries(db).find(id)!
  events.record(tx, { userId: row.user_id, type, payload: presentDelivery(row) })
}

/** The same for several deliveries that have changed together. */
export function recordDeliveries(tx: Tx, context: Needs, ids: readonly number[]): void {
  const newest = [...ids].sort((a, b) => a - b).slice(-MAX_EVENTS)
  for (const id of newest) recordDelivery(tx, context, id, 'delivery.updated')
}
