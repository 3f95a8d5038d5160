import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { Sender } from './attempt.ts'
import { deliverOnce } from './deliver-once.ts'
import { endpointQueries } from './endpoint-queries.ts'

type Needs = Sender & Pick<Context, 'events' | 'log' | 'write'>

interface InboundCall {
  readonly userId: number
  readonly url: string
  readonly assistantId?: number
  readonly callId?: number
  readonly customer_phone: string | null
  readonly assistant_phone: string | null
}

/**
 * Requests information about a caller from an assistant's inbound-call webhook before the call is connected. A JSON
 * object returned within two seconds provides variables; any other response, or none, is an empty object: a call never
 * waits for a receiver that is down.
 */
export async function askInboundWebhook(
  context: Needs,
  { customer_phone, assistant_phone, ...about }: InboundCall,
): Promise<JsonObject> {
  const { db, write, config, log } = context
  await write((tx) => endpointQueries(db).meet(tx, about.userId, about.url))
  const { made, row } = await deliverOnce(context, {
    ...about,
    kind: 'inbound_call',
    payload: { customer_phone, assistant_phone },
    isTest: false,
    timeoutMs: config.limits.inboundWebhookMs,
  })
  if (made.error === null) return made.data
  log.warn({ webhook: row.message_id, error: made.error }, 'an inbound-call webhook gave nothing')
  return {}
}
