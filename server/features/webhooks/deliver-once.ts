import type { DeliveryStatus } from '#contracts/enums.ts'
import { encodeFault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { type Attempt, attempt, type Sender } from './attempt.ts'
import { noteDelivered, noteFailed } from './endpoints.ts'
import type { NewWebhook } from './enqueue.ts'
import { logAttempt } from './log.ts'
import { type DeliveryRow, webhookQueries } from './queries.ts'
import { recordDelivery } from './record.ts'
import { newMessageId } from './sign.ts'

type Needs = Sender & Pick<Context, 'events' | 'write'>

/** A webhook sent once, synchronously. */
interface Single extends NewWebhook {
  readonly isTest: boolean
  readonly timeoutMs: number
}

/** Sends a webhook once and logs the result as final, without further attempts. */
export async function deliverOnce(
  context: Needs,
  webhook: Single,
): Promise<{ made: Attempt; row: DeliveryRow }> {
  const { userId, url, timeoutMs } = webhook
  const messageId = newMessageId(context)
  const body = JSON.stringify(webhook.payload)
  const made = await attempt(context, { userId, url, messageId, body, timeoutMs })
  return { made, row: await writeDown(context, webhook, { messageId, body, made }) }
}

interface Sent {
  readonly messageId: string
  readonly body: string
  readonly made: Attempt
}

async function writeDown(
  context: Needs,
  single: Single,
  { messageId, body, made }: Sent,
): Promise<DeliveryRow> {
  const { db, write, now } = context
  const webhooks = webhookQueries(db)
  const { userId, kind, url, isTest } = single
  const { assistantId = null, conversationId = null, callId = null } = single
  return await write((tx) => {
    // If the subject was deleted in the meantime, the log stores no content.
    const isThere = webhooks.hasSubject({ conversationId, callId })
    const stored = isThere ? made : { ...made, text: null, responseHeaders: null }
    const about = isThere
      ? { conversationId, callId, payload: body }
      : { conversationId: null, callId: null, payload: '{}' }
    const id = webhooks.insert(tx, {
      messageId,
      userId,
      kind,
      isTest: isTest ? 1 : 0,
      assistantId,
      ...about,
      url,
      status: 'pending',
      nextAttemptAt: made.startedAt.getTime(),
      now: made.startedAt.getTime(),
    })
    webhooks.attempted(tx, {
      id,
      status: statusOf(made),
      nextAttemptAt: null,
      attemptedAt: now().getTime(),
      responseStatus: made.status ?? null,
      responseBody: stored.text,
      error: made.error && encodeFault(made.error),
      durationMs: made.durationMs,
    })
    logAttempt(tx, context, id, stored)
    recordDelivery(tx, context, id, 'delivery.created')
    const address = { user_id: userId, url }
    if (made.error === null) noteDelivered(tx, context, address)
    else if (!isTest) noteFailed(tx, context, address, made.error)
    return webhooks.find(id)!
  })
}

function statusOf({ error, isBlocked }: Attempt): DeliveryStatus {
  if (error === null) return 'delivered'
  return isBlocked ? 'blocked' : 'dead'
}
