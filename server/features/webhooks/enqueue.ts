import type { Context } from '../../context.ts'
import { type WebhookKind, webhookQueries } from './queries.ts'
import { newMessageId } from './sign.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes' | 'jobs'>

/** Kind of the job that makes the attempts of one delivery. */
export const DELIVER = 'webhook.deliver'

/** What is to be sent, and what it is about. */
export interface NewWebhook {
  readonly userId: number
  readonly kind: WebhookKind
  readonly url: string
  readonly payload: object
  readonly conversationId?: number
  readonly callId?: number
}

/**
 * Puts a webhook into the outbox and asks for its delivery. Call it in the transaction of the change that it reports.
 * @returns the id of the delivery
 */
export function enqueueWebhook(context: Needs, webhook: NewWebhook): number {
  return insert(context, webhook, 'pending')
}

/**
 * The same for a payload that is not complete yet: nothing is sent before `completeWebhook` has been called for it.
 * @returns the id of the delivery
 */
export function prepareWebhook(context: Needs, webhook: NewWebhook): number {
  return insert(context, webhook, 'preparing')
}

/** Completes what `prepareWebhook` put into the outbox, and asks for its delivery. A second time changes nothing. */
export function completeWebhook(context: Needs, deliveryId: number, payload: object): void {
  const { db, now } = context
  db.transaction(() => {
    if (webhookQueries(db).complete(deliveryId, JSON.stringify(payload), now())) {
      askForDelivery(context, deliveryId)
    }
  })()
}

function insert(context: Needs, webhook: NewWebhook, wanted: 'pending' | 'preparing'): number {
  const { db, now } = context
  const { userId, kind, url, payload, conversationId = null, callId = null } = webhook
  const webhooks = webhookQueries(db)
  const time = now().getTime()
  return db.transaction(() => {
    const status = webhooks.isDisabled(userId, url) ? 'disabled' : wanted
    const id = webhooks.insert({
      messageId: newMessageId(context),
      userId,
      kind,
      conversationId,
      callId,
      url,
      payload: JSON.stringify(payload),
      status,
      nextAttemptAt: status === 'pending' ? time : null,
      now: time,
    })
    if (status === 'pending') askForDelivery(context, id)
    return id
  })()
}

/** Asks for the attempts of a delivery that is pending. */
export function askForDelivery({ jobs }: Pick<Context, 'jobs'>, deliveryId: number): void {
  jobs.add({ kind: DELIVER, payload: { delivery_id: deliveryId } })
}
