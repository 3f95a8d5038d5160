import type { WebhookEvent } from '#contracts/enums.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { endpointQueries } from './endpoint-queries.ts'
import { webhookQueries } from './queries.ts'
import { recordDelivery } from './record.ts'
import { newMessageId } from './sign.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes' | 'events'>

/** A webhook to send, and its subject. */
export interface NewWebhook {
  readonly userId: number
  readonly kind: WebhookEvent
  readonly url: string
  readonly payload: object
  readonly assistantId?: number
  readonly conversationId?: number
  readonly callId?: number
  /** The messenger sender whose secret signs it too. */
  readonly senderId?: number
}

/**
 * Adds a webhook to the outbox for sending.
 * @returns the id of the delivery
 */
export function enqueueWebhook(tx: Tx, context: Needs, webhook: NewWebhook): number {
  return insert(tx, context, webhook, 'pending')
}

/**
 * The same for an incomplete payload: nothing is sent until `completeWebhook` is called.
 * @returns the id of the delivery
 */
export function prepareWebhook(tx: Tx, context: Needs, webhook: NewWebhook): number {
  return insert(tx, context, webhook, 'preparing')
}

/** Completes a delivery created by `prepareWebhook` for sending. Idempotent. */
export function completeWebhook(tx: Tx, context: Needs, deliveryId: number, payload: object): void {
  const { db, now } = context

  if (!webhookQueries(db).complete(tx, deliveryId, JSON.stringify(payload), now())) return
  recordDelivery(tx, context, deliveryId, 'delivery.updated')
}

function insert(
  tx: Tx,
  context: Needs,
  webhook: NewWebhook,
  wanted: 'pending' | 'preparing',
): number {
  const { db, now } = context
  const { userId, kind, url, payload } = webhook
  const { assistantId = null, conversationId = null, callId = null, senderId = null } = webhook
  const endpoints = endpointQueries(db)
  const time = now().getTime()

  endpoints.meet(tx, userId, url)
  const isWanted = wanted === 'preparing' || !endpoints.isDisabled(userId, url)
  const status = isWanted ? wanted : 'disabled'
  const id = webhookQueries(db).insert(tx, {
    messageId: newMessageId(context),
    userId,
    kind,
    isTest: 0,
    assistantId,
    conversationId,
    callId,
    senderId,
    url,
    payload: JSON.stringify(payload),
    status,
    nextAttemptAt: status === 'pending' ? time : null,
    now: time,
  })
  recordDelivery(tx, context, id, 'delivery.created')
  return id
}
