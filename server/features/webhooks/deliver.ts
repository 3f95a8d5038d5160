import type { DeliveryStatus } from '#contracts/enums.ts'
import { encodeFault, type Fault } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { notify } from '../platform/notifications/notify.ts'
import { notificationQueries } from '../platform/notifications/queries.ts'
import { type Attempt, attempt, type Sender } from './attempt.ts'
import { disableEndpoint, noteDelivered, noteFailedAttempt } from './endpoints.ts'
import { logAttempt } from './log.ts'
import { type DeliveryRow, webhookQueries } from './queries.ts'
import { recordDelivery } from './record.ts'
import { delayAfter, waitAsked } from './schedule.ts'

const DAY_MS = 86_400_000

/** Dependencies of a delivery. */
export type Deliverer = Sender & Pick<Context, 'log' | 'events' | 'storage'>

/** Response of the receiver, as in `webhook_response` of a call. */
export interface WebhookAnswer {
  /** `success` for a 2xx, `failed` for any other response. */
  readonly status: 'success' | 'failed'
  /** The JSON object in the response, or an empty one. */
  readonly data: JsonObject
}

/** Called for every response, in the transaction that records it. */
export type OnAnswer = (tx: Tx, delivery: DeliveryRow, answer: WebhookAnswer) => void

/**
 * Makes the attempt that is due for a delivery (docs/spec/decisions.md, section 6) and records the result.
 * @returns undefined if there is no result
 */
export async function deliverWebhook(
  context: Deliverer,
  deliveryId: number,
  signal: AbortSignal,
  onAnswer: OnAnswer,
): Promise<Attempt | undefined> {
  const delivery = webhookQueries(context.db).find(deliveryId)
  if (delivery?.status !== 'pending') return undefined
  const made = await attempt(context, {
    userId: delivery.user_id,
    url: delivery.url,
    messageId: delivery.message_id,
    body: delivery.payload,
    senderId: delivery.sender_id,
    timeoutMs: context.config.limits.webhookTimeoutMs,
    signal,
  })
  // Shutdown left the result unknown: the next start tries again, with the same id.
  if (signal.aborted) return undefined
  await writeDown(context, delivery, made, onAnswer)
  return made
}

async function writeDown(
  context: Deliverer,
  delivery: DeliveryRow,
  made: Attempt,
  onAnswer: OnAnswer,
): Promise<void> {
  const { db, write, now, log } = context
  const { id, message_id } = delivery
  const { status, next } = stepAfter(context, delivery, made)
  await write((tx) => {
    const isCurrent = webhookQueries(db).attempted(tx, {
      id,
      status,
      nextAttemptAt: next?.getTime() ?? null,
      attemptedAt: now().getTime(),
      responseStatus: made.status ?? null,
      responseBody: made.text,
      error: made.error && encodeFault(made.error),
      durationMs: made.durationMs,
    })
    if (!isCurrent) return
    logAttempt(tx, context, id, made)
    recordDelivery(tx, context, id, 'delivery.updated')
    // A test reports no real event and must not affect other deliveries.
    if (delivery.is_test === 1) return
    if (made.error === null) noteDelivered(tx, context, delivery)
    else noteFailure(tx, context, delivery, made.error, status)
    if (made.status !== undefined) {
      onAnswer(tx, delivery, {
        status: status === 'delivered' ? 'success' : 'failed',
        data: made.data,
      })
    }
  })
  if (status !== 'delivered') {
    log.warn({ webhook: message_id, status, error: made.error }, 'a webhook was not delivered')
  }
}

/** Records a failed attempt of a delivery, with its consequences. */
function noteFailure(
  tx: Tx,
  context: Deliverer,
  delivery: DeliveryRow,
  reason: Fault,
  status: DeliveryStatus,
): void {
  noteFailedAttempt(tx, context, delivery, reason)
  if (status === 'disabled') disableEndpoint(tx, context, delivery, reason)
  if (status === 'dead' || status === 'blocked') notifyGivenUp(tx, context, delivery, reason)
}

/** Notifies those who manage the account that a delivery has been given up, at most once a day for an address. */
function notifyGivenUp(
  tx: Tx,
  context: Deliverer,
  { user_id: userId, url }: DeliveryRow,
  reason: Fault,
): void {
  const { db, now } = context
  if (notificationQueries(db).isKnown(userId, url, now().getTime() - DAY_MS)) return
  const data = { cause: 'webhook', url, reason: encodeFault(reason) } as const
  notify(tx, context, { userId, kind: 'delivery_failed', to: 'managers', data })
}

/** State of a delivery after an attempt. */
function stepAfter(
  { now, randomBytes }: Deliverer,
  { attempts, is_test }: DeliveryRow,
  made: Attempt,
): { status: DeliveryStatus; next: Date | undefined } {
  const over = (status: DeliveryStatus) => ({ status, next: undefined })
  if (made.error === null) return over('delivered')
  if (made.isBlocked) return over('blocked')
  if (is_test === 1) return over('dead')
  if (made.status === 410) return over('disabled')
  const delay = delayAfter(attempts + 1, randomBytes(1)[0]! / 255)
  if (delay === undefined) return over('dead')
  const isBusy = made.status === 429 || made.status === 503
  const wait = isBusy ? Math.max(delay, waitAsked(made.retryAfter, now())) : delay
  return { status: 'pending', next: new Date(now().getTime() + wait) }
}
