import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { WebhookAnswer } from '../webhooks/deliver.ts'
import { callQueries } from './queries.ts'
import { recordCall } from './record.ts'

/** Shows with a call what the receiver of its webhook answered. A call that is gone stays gone. */
export function recordWebhookResponse(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now' | 'origin'>,
  callId: number,
  { status, data }: WebhookAnswer,
): void {
  const { db, now } = context
  const calls = callQueries(db)

  const call = calls.byId(callId)
  if (!call) return
  calls.setWebhookResponse(tx, callId, { status, data }, now())
  recordCall(tx, context, call.user_id, callId, 'call.updated')
}
