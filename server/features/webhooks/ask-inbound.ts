import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { guardedFetch } from '../../providers/http/guarded-fetch.ts'
import { OutgoingError } from '../../providers/http/outgoing-error.ts'
import { objectIn } from './answer.ts'
import { signingSecrets } from './secrets.ts'
import { newMessageId, signedHeaders } from './sign.ts'

type Needs = Pick<
  Context,
  | 'db'
  | 'now'
  | 'sleep'
  | 'randomBytes'
  | 'lookup'
  | 'config'
  | 'network'
  | 'port'
  | 'version'
  | 'log'
>

interface InboundCall {
  readonly userId: number
  readonly url: string
  readonly customer_phone: string | null
  readonly assistant_phone: string | null
}

/**
 * Asks an assistant's inbound-call webhook what is known about a caller, before the call is connected. A JSON object
 * answered within two seconds becomes variables; anything else, or nothing, is an empty object: a call never waits for
 * a receiver that is down.
 */
export async function askInboundWebhook(
  context: Needs,
  { userId, url, customer_phone, assistant_phone }: InboundCall,
): Promise<JsonObject> {
  const { now, config, log } = context
  const body = JSON.stringify({ customer_phone, assistant_phone })
  const id = newMessageId(context)
  try {
    const response = await guardedFetch(context, {
      url,
      method: 'POST',
      headers: signedHeaders(signingSecrets(context, userId), { id, body, now: now() }),
      body,
      timeoutMs: config.limits.inboundWebhookMs,
      maxBytes: config.limits.webhookReadBytes,
    })
    const isGood = response.status >= 200 && response.status < 300 && !response.isCut
    return isGood ? objectIn(response.body, config.limits.bodyDepth) : {}
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    log.warn({ webhook: id, error: error.message }, 'an inbound-call webhook did not answer')
    return {}
  }
}
