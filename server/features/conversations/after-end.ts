import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { completeWebhook } from '../webhooks/enqueue.ts'
import { webhookQueries } from '../webhooks/queries.ts'
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

type Needs = Pick<
  Context,
  'db' | 'now' | 'events' | 'jobs' | 'randomBytes' | 'models' | 'sleep' | 'log'
>

/** Kind of the job that reads a conversation once it has ended, and completes the webhook of its end. */
export const AFTER_END = 'conversation.extract'

/** What the job is told: which period, as it was. Jobs of older releases name the webhook alone. */
export interface AfterEndJob {
  readonly conversation_id?: number
  readonly ended_at?: number
  /** The last message of the period. */
  readonly up_to?: number
  /** The webhook that waits for it. */
  readonly delivery_id?: number | undefined
}

/** Asks for it. Call it in the transaction of the end. */
export function askAfterEnd(
  { jobs }: Pick<Context, 'jobs'>,
  { id, ended_at, message_count }: ConversationRow,
  deliveryId: number | undefined,
): void {
  const payload: AfterEndJob = {
    conversation_id: id,
    ended_at: ended_at!,
    up_to: message_count,
    delivery_id: deliveryId,
  }
  jobs.add({ kind: AFTER_END, payload })
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
 * Reads a conversation as it was at its end: what the assistant's schema asks for, with which the webhook goes, and then
 * what it came to. The webhook goes without it rather than not at all. Doing it again asks nothing twice.
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

function findEnded({ db }: Needs, job: AfterEndJob, signal: AbortSignal): Ended | undefined {
  const { delivery_id: deliveryId } = job
  const delivery = deliveryId === undefined ? undefined : webhookQueries(db).find(deliveryId)
  const id = job.conversation_id ?? delivery?.conversation_id ?? undefined
  const conversation = id === undefined ? undefined : conversationQueries(db).byId(id)
  const assistant = conversation && assistantQueries(db).byId(conversation.assistant_id)
  if (!assistant) return undefined
  const upTo = job.up_to ?? conversation.message_count
  return {
    conversation,
    assistant,
    transcript: messageQueries(db).between(conversation.id, 1, upTo).map(presentTurn),
    endedAt: job.ended_at ?? conversation.ended_at ?? conversation.updated_at,
    deliveryId,
    signal,
  }
}

async function extractEnded(context: Needs, ended: Ended): Promise<void> {
  const { conversation, assistant, transcript, endedAt, deliveryId, signal } = ended
  const { db } = context
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
  db.transaction(() => {
    // Erased in the meantime.
    const current = conversationQueries(db).byId(conversation.id)
    if (!current) return
    if (cost > 0) conversationQueries(db).addCost(conversation.id, cost)
    const all = { ...knownBefore(context, assistant, current), ...values }
    outcomeQueries(db).read({
      conversationId: conversation.id,
      endedAt,
      extracted: JSON.stringify(withGaps(assistant, all)),
      problem: problem ?? null,
    })
    tell(context, conversation)
    sendWebhook(context, deliveryId, all)
  })()
}

/** Whether a webhook waits for the values: it and they are written in one commit. */
const isWaiting = (db: Context['db'], deliveryId: number | undefined): boolean =>
  deliveryId !== undefined && webhookQueries(db).find(deliveryId)?.status === 'preparing'

/** A webhook that waits for what was extracted. */
function sendWebhook(
  context: Needs,
  deliveryId: number | undefined,
  values: Extraction['values'],
): void {
  const delivery =
    deliveryId === undefined ? undefined : webhookQueries(context.db).find(deliveryId)
  if (delivery?.status !== 'preparing') return
  const payload = JSON.parse(delivery.payload) as EndedPayload
  completeWebhook(context, delivery.id, { ...payload, extracted_variables: values })
}

/** What nobody had to be asked, because a form or the website had told it. */
function knownBefore(
  context: Needs,
  { post_call_schema }: AssistantWithLanguage,
  conversation: ConversationRow,
): Extraction['values'] {
  const variables = JSON.parse(conversation.variables) as JsonObject
  const customer = customerOf(context, conversation)
  return knownValues(JSON.parse(post_call_schema) as Field[], { variables, customer })
}

/** Every field of the schema; null what was not found. */
function withGaps(
  { post_call_schema }: AssistantWithLanguage,
  values: Extraction['values'],
): Record<string, Value | null> {
  const fields = JSON.parse(post_call_schema) as Field[]
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]))
}

async function evaluateEnded(context: Needs, ended: Ended): Promise<void> {
  const { conversation, assistant, transcript, endedAt, signal } = ended
  const { db } = context
  const outcomes = outcomeQueries(db)
  if (assistant.post_call_evaluation === 0 || outcomes.isEvaluated(conversation.id, endedAt)) return
  const { evaluation, cost, problem } = await evaluateChat(context, {
    assistant,
    transcript,
    chat: { conversationId: conversation.id, visitorId: conversation.visitor_id },
    signal,
  })
  if (signal.aborted) return
  db.transaction(() => {
    if (cost > 0) conversationQueries(db).addCost(conversation.id, cost)
    outcomes.evaluate({
      conversationId: conversation.id,
      endedAt,
      evaluation: evaluation && JSON.stringify(evaluation),
      problem,
    })
    tell(context, conversation)
  })()
}

/** The desk sees what was found out. Call it in the transaction of that. */
function tell({ db, events }: Needs, { id, uuid, user_id }: ConversationRow): void {
  const row = outcomeQueries(db).find(id)
  const conversation = conversationQueries(db).byId(id)
  if (!row || !conversation) return
  events.record({
    userId: user_id,
    type: 'conversation.outcome',
    payload: { conversation_id: uuid, ...presentOutcome(row, conversation) },
  })
}
