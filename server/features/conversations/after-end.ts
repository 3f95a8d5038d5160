import type { JobPayload } from '#contracts/jobs.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { completeWebhook } from '../webhooks/enqueue.ts'
import { webhookQueries } from '../webhooks/queries.ts'
import { isSenderBlocked } from './blocks/blocked.ts'
import { customerOf } from './customer.ts'
import type { EndedPayload } from './ended-payload.ts'
import { evaluateChat } from './evaluation/evaluate.ts'
import { type Extraction, extractFields } from './extraction/extract.ts'
import type { Field, Utterance, Value } from './extraction/fields.ts'
import { knownValues } from './extraction/known-values.ts'
import { presentTurn } from './messages/present.ts'
import { messageQueries } from './messages/queries.ts'
import { outcomeQueries } from './outcome-queries.ts'
import { presentOutcome } from './present-outcome.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'

type AfterEndJob = JobPayload<'conversation.extract'>

type Needs = Pick<
  Context,
  'db' | 'now' | 'events' | 'jobs' | 'randomBytes' | 'models' | 'sleep' | 'log' | 'write'
>

/** Enqueues the work that follows the end of a conversation. */
export function enqueueAfterEnd(
  tx: Tx,
  { jobs }: Pick<Context, 'jobs'>,
  { id, ended_at, message_count }: ConversationRow,
  deliveryId: number | undefined,
): void {
  const payload = {
    conversation_id: id,
    ended_at: ended_at!,
    up_to: message_count,
    delivery_id: deliveryId,
  }
  jobs.add(tx, { kind: 'conversation.extract', payload })
}

interface Ended {
  readonly conversation: ConversationRow
  readonly assistant: AssistantWithLanguage
  readonly transcript: readonly Utterance[]
  readonly endedAt: number
  readonly deliveryId: number | undefined
  readonly signal: AbortSignal
}

/**
 * Extracts the fields of the assistant's schema from a conversation as it was at its end, sends the waiting webhook,
 * and then evaluates the conversation. If the extraction fails, the webhook is sent without its values. Safe to repeat:
 * finished steps are skipped.
 */
export async function workAfterEnd(
  context: Needs,
  job: AfterEndJob,
  signal: AbortSignal,
): Promise<void> {
  const ended = findEnded(context, job, signal)
  if (!ended) return
  await extractEnded(context, ended)
  if (signal.aborted) return
  await evaluateEnded(context, ended)
}

/** Settings with which nothing is spent on a blocked sender. */
const WITHOUT_WORK = { post_call_schema: '[]', post_call_evaluation: 0 } as const

function findEnded({ db, now }: Needs, job: AfterEndJob, signal: AbortSignal): Ended | undefined {
  const { conversation_id: id, ended_at: endedAt, up_to: upTo, delivery_id: deliveryId } = job
  const conversation = conversationQueries(db).byId(id)
  const found = conversation && assistantQueries(db).byId(conversation.assistant_id)
  if (!found) return undefined
  return {
    conversation,
    assistant: isSenderBlocked({ db, now }, conversation) ? { ...found, ...WITHOUT_WORK } : found,
    transcript: messageQueries(db).between(conversation.id, 1, upTo).map(presentTurn),
    endedAt,
    deliveryId,
    signal,
  }
}

async function extractEnded(context: Needs, ended: Ended): Promise<void> {
  const { conversation, assistant, transcript, endedAt, deliveryId, signal } = ended
  const { db, write } = context
  if (!isWaiting(db, deliveryId) && outcomeQueries(db).isRead(conversation.id, endedAt)) return
  const { values, cost, problem } = await extractFields(context, {
    assistant,
    transcript,
    chat: { conversationId: conversation.id, visitorId: conversation.visitor_id },
    signal,
  }).catch((error: unknown): Extraction => {
    context.log.error({ err: error, conversation: conversation.uuid }, 'an extraction failed')
    return { values: {}, cost: 0, problem: 'The extraction failed' }
  })
  if (signal.aborted) return
  await write((tx) => {
    // Erased in the meantime.
    const current = conversationQueries(db).byId(conversation.id)
    if (!current) return
    if (cost > 0) conversationQueries(db).addCost(tx, conversation.id, cost)
    const all = { ...knownBefore(context, assistant, current), ...values }
    outcomeQueries(db).read(tx, {
      conversationId: conversation.id,
      endedAt,
      extracted: JSON.stringify(withGaps(assistant, all)),
      problem: problem ?? null,
    })
    publish(tx, context, conversation)
    sendWebhook(tx, context, deliveryId, all)
  })
}

/** Reports whether a webhook still waits for the values; webhook and values are written in one commit. */
const isWaiting = (db: Context['db'], deliveryId: number | undefined): boolean =>
  deliveryId !== undefined && webhookQueries(db).find(deliveryId)?.status === 'preparing'

/** Releases the webhook that waits for the extracted values. */
function sendWebhook(
  tx: Tx,
  context: Needs,
  deliveryId: number | undefined,
  values: Extraction['values'],
): void {
  const delivery =
    deliveryId === undefined ? undefined : webhookQueries(context.db).find(deliveryId)
  if (delivery?.status !== 'preparing') return
  const payload = JSON.parse(delivery.payload) as EndedPayload
  completeWebhook(tx, context, delivery.id, { ...payload, extracted_variables: values })
}

/** Values already known from a form or the website. */
function knownBefore(
  context: Needs,
  { post_call_schema }: AssistantWithLanguage,
  conversation: ConversationRow,
): Extraction['values'] {
  const variables = JSON.parse(conversation.variables) as JsonObject
  const customer = customerOf(context, conversation)
  return knownValues(JSON.parse(post_call_schema) as Field[], { variables, customer })
}

/** Every field of the schema; null if not found. */
function withGaps(
  { post_call_schema }: AssistantWithLanguage,
  values: Extraction['values'],
): Record<string, Value | null> {
  const fields = JSON.parse(post_call_schema) as Field[]
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]))
}

async function evaluateEnded(context: Needs, ended: Ended): Promise<void> {
  const { conversation, assistant, transcript, endedAt, signal } = ended
  const { db, write } = context
  const outcomes = outcomeQueries(db)
  if (assistant.post_call_evaluation === 0 || outcomes.isEvaluated(conversation.id, endedAt)) return
  const { evaluation, cost, problem } = await evaluateChat(context, {
    assistant,
    transcript,
    chat: { conversationId: conversation.id, visitorId: conversation.visitor_id },
    signal,
  })
  if (signal.aborted) return
  await write((tx) => {
    if (cost > 0) conversationQueries(db).addCost(tx, conversation.id, cost)
    outcomes.evaluate(tx, {
      conversationId: conversation.id,
      endedAt,
      evaluation: evaluation && JSON.stringify(evaluation),
      problem,
    })
    publish(tx, context, conversation)
  })
}

/** Publishes the outcome to the desk. */
function publish(tx: Tx, { db, events }: Needs, { id, uuid, user_id }: ConversationRow): void {
  const row = outcomeQueries(db).find(id)
  const conversation = conversationQueries(db).byId(id)
  if (!row || !conversation) return
  events.record(tx, {
    userId: user_id,
    type: 'conversation.outcome',
    payload: { conversation_id: uuid, ...presentOutcome(row, conversation) },
  })
}
