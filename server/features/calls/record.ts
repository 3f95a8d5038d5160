import type { Context } from '../../context.ts'
import { presentCall } from './present.ts'
import { callQueries } from './queries.ts'

/** Records that a call is new or has changed. Call it inside the transaction of the change. */
export function recordCall(
  { db, events, origin }: Pick<Context, 'db' | 'events' | 'origin'>,
  userId: number,
  id: number,
  type: 'call.created' | 'call.updated',
): void {
  const row = callQueries(db).shown(id)!
  events.record({ userId, type, payload: presentCall(row, origin()) })
}
