import type { JsonObject } from '#contracts/scalars.ts'
import type { DeliveryStatus } from '#contracts/webhooks.ts'
import type { Context } from '../../context.ts'
import { type Attempt, attempt } from './attempt.ts'
import { type DeliveryRow, webhookQueries } from './queries.ts'
import { delayAfter, waitAsked } from './schedule.ts'

type Needs = Parameters<typeof attempt>[0] & Pick<Context, 'log'>

/** What a receiver answered, as the `webhook_response` of a call has it. */
export interface WebhookAnswer {
  /** `success` for a 2xx, `failed` for any other answer. */
  readonly status: 'success' | 'failed'
  /** The JSON object of the answer, or an empty one. */
  readonly data: JsonObject
}

/** Told of every answer, in the transaction that writes it down. */
export type OnAnswer = (delivery: DeliveryRow, answer: WebhookAnswer) => void

/**
 * Makes the attempt that is due for a delivery (decisions.md, section 6).
 * @returns when to try again; undefined when the delivery has come to its end, or is not there any more
 */
export async function deliverWebhook(
  context: Needs,
  deliveryId: number,
  signal: AbortSignal,
  onAnswer: OnAnswer,
): Promise<Date | undefined> {
  const delivery = webhookQueries(context.db).find(deliveryId)
  if (delivery?.status !== 'pending') return undefined
  const due = delivery.next_attempt_at!
  if (due > context.now().getTime()) return new Date(due)
  const made = await attempt(context, delivery, signal)
  // A stopping server has not found anything out: the next start tries again, with the same id.
  if (signal.aborted) return undefined
  return writeDown(context, delivery, made, onAnswer)
}

function writeDown(
  context: Needs,
  delivery: DeliveryRow,
  made: Attempt,
  onAnswer: OnAnswer,
): Date | undefined {
  const { db, now, log } = context
  const { id, user_id, url, message_id } = delivery
  const webhooks = webhookQueries(db)
  const { status, next } = stepAfter(context, delivery, made)
  db.transaction(() => {
    const isCurrent = webhooks.attempted({
      id,
      status,
      nextAttemptAt: next?.getTime() ?? null,
      attemptedAt: now().getTime(),
      responseStatus: made.status ?? null,
      responseBody: made.text,
      error: made.error,
      durationMs: made.durationMs,
    })
    if (!isCurrent) return
    if (status === 'disabled') webhooks.disable(user_id, url, made.error!, now())
    if (made.status !== undefined) {
      onAnswer(delivery, { status: status === 'delivered' ? 'success' : 'failed', data: made.data })
    }
  })()
  if (status !== 'delivered') {
    log.warn({ webhook: message_id, status, error: made.error }, 'a webhook was not delivered')
  }
  return next
}

/** What comes of a delivery after an attempt. */
function stepAfter(
  { now, randomBytes }: Needs,
  { attempts }: DeliveryRow,
  made: Attempt,
): { status: DeliveryStatus; next: Date | undefined } {
  if (made.error === null) return { status: 'delivered', next: undefined }
  if (made.isBlocked) return { status: 'blocked', next: undefined }
  if (made.status === 410) return { status: 'disabled', next: undefined }
  const delay = delayAfter(attempts + 1, randomBytes(1)[0]! / 255)
  if (delay === undefined) return { status: 'dead', next: undefined }
  const isBusy = made.status === 429 || made.status === 503
  const wait = isBusy ? Math.max(delay, waitAsked(made.retryAfter, now())) : delay
  return { status: 'pending', next: new Date(now().getTime() + wait) }
}
