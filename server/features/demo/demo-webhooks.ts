import { encodeFault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { payloadOfEnd } from '../conversations/report-end.ts'
import { noteDelivered } from '../webhooks/endpoints.ts'
import { enqueueWebhook } from '../webhooks/enqueue.ts'
import { logAttempt } from '../webhooks/log.ts'
import { webhookQueries } from '../webhooks/queries.ts'
import { signingSecrets } from '../webhooks/secrets.ts'
import { signedHeaders } from '../webhooks/sign.ts'
import { demoQueries } from './demo-queries.ts'
import type { Stage } from './demo-talk.ts'

const SECOND = 1000
const COUNT = 14
const RECEIVER = 'https://crm.radhaus.example.com/hooks/parley'
/** Index of the delivery that needed a second attempt. */
const LATE = 9

const ANSWERED = {
  status: 200,
  responseHeaders: { 'content-type': 'application/json' },
  text: '{"received":true}',
  data: { received: true },
  retryAfter: undefined,
  error: null,
  isBlocked: false,
} as const

const UNANSWERED = {
  ...ANSWERED,
  status: undefined,
  responseHeaders: null,
  text: null,
  data: {},
  error: fault('no_answer_in_time', { seconds: 10 }),
} as const

/**
 * Adds webhook deliveries of the latest conversations to the shop's other system. Nothing is sent, because they are in
 * the past.
 * @param real randomness for the secret, which must not be predictable
 */
export function addDeliveries(
  tx: Tx,
  stage: Stage,
  real: Pick<Context, 'db' | 'now' | 'randomBytes'>,
): void {
  const { context, cast } = stage
  const { db } = context
  const { user_id: userId, id: assistantId } = cast.assistant
  const secrets = signingSecrets(tx, real, userId)
  const assistant = assistantQueries(db).find(userId, assistantId)!
  for (const [index, conversationId] of demoQueries(db).ended(assistantId, COUNT).entries()) {
    const conversation = conversationQueries(db).byId(conversationId)!
    stage.wait(conversation.ended_at! - context.now().getTime())
    const id = enqueueWebhook(tx, context, {
      userId,
      kind: 'conversation_ended',
      url: RECEIVER,
      payload: payloadOfEnd(context, conversation, assistant),
      assistantId,
      conversationId,
    })
    if (index === LATE) attempt(tx, id, false)
    attempt(tx, id, true)
  }

  function attempt(tx: Tx, id: number, isAnswered: boolean): void {
    const outcome = isAnswered ? ANSWERED : UNANSWERED
    const row = webhookQueries(db).find(id)!
    const startedAt = new Date(stage.wait(SECOND))
    const durationMs = isAnswered ? 60 + stage.chance.below(240) : 10 * SECOND
    const attemptedAt = stage.wait(durationMs)
    const { message_id, payload: body } = row
    webhookQueries(db).attempted(tx, {
      id,
      status: isAnswered ? 'delivered' : 'pending',
      nextAttemptAt: isAnswered ? null : attemptedAt,
      attemptedAt,
      responseStatus: outcome.status ?? null,
      responseBody: outcome.text,
      error: outcome.error && encodeFault(outcome.error),
      durationMs,
    })
    const requestHeaders = signedHeaders(secrets, { id: message_id, body, now: startedAt })
    logAttempt(tx, context, id, { ...outcome, startedAt, durationMs, requestHeaders })
    if (isAnswered) noteDelivered(tx, context, row)
  }
}
