import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentCall } from './present.ts'
import { callQueries } from './queries.ts'

/** Records that a call is new or has changed. */
export function recordCall(
  tx: Tx,
  { db, events, origin }: Pick<Context, 'db' | 'events' | 'origin'>,
  userId: number,
  id: number,
  type: 'call.created' | 'call.updated',
): void {
  const row = callQueries(db).shown(id)!
  events.record(tx, { userId, type, payload: presentCall(row, origin()) })
}
