import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { askInboundWebhook } from '../webhooks/ask-inbound.ts'
import { callQueries, type StoredCall } from './queries.ts'
import { recordCall } from './record.ts'

/** Asks the inbound webhook of the assistant, where it has one, what is known about a caller, and keeps it. */
export async function fetchInboundVariables(
  context: Context,
  call: StoredCall,
  signal: AbortSignal,
): Promise<void> {
  const { db, write, now } = context
  const url = assistantQueries(db).byId(call.assistant_id)?.inbound_webhook_url
  if (!url) return
  const known = await askInboundWebhook(context, {
    userId: call.user_id,
    url,
    assistantId: call.assistant_id,
    callId: call.id,
    customer_phone: call.client_phone_number,
    assistant_phone: call.assistant_phone_number,
  })
  signal.throwIfAborted()
  const variables = { ...(JSON.parse(call.variables) as JsonObject), ...known }
  const input = { ...(JSON.parse(call.input_variables) as JsonObject), ...known }
  await write((tx) => {
    if (!callQueries(db).setVariables(tx, call.id, variables, input, now())) return
    recordCall(tx, context, call.user_id, call.id, 'call.updated')
  })
}
