import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { actingAssistant } from '../../assistants/acting.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { activityQueries } from '../activities/queries.ts'
import { isSenderBlocked } from '../blocks/blocked.ts'
import { type MessageRow, messageQueries } from '../messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { toolApprovalQueries } from '../tool-approvals/queries.ts'
import { type ToolCallRow, toolCallQueries } from '../tools/call-queries.ts'
import type { AnswerJob } from './ask.ts'
import { createDraftWriter, openDraft } from './draft-writer.ts'
import { unanswered } from './unanswered.ts'
import { type AnswerWriter, createAnswerWriter } from './writer.ts'

/** Turn to be answered, with its context. */
export interface Turn {
  readonly conversation: ConversationRow
  readonly assistant: AssistantWithLanguage
  /** History up to the message to be answered. */
  readonly history: readonly MessageRow[]
  /** An operator's instructions for a new draft. */
  readonly hint: string | null
  /** Existing text of an answer that is being continued; empty for any other. */
  readonly said: string
  /** Tool calls to come back to: a person has decided about them, or nobody did in time. */
  readonly settles?: readonly ToolCallRow[]
  readonly writer: AnswerWriter
}

type Needs = Pick<Context, 'db' | 'write' | 'events' | 'jobs' | 'now' | 'hub' | 'config'>

/** Finds the turn that is due in a conversation: the last message is the visitor's and the AI is to answer it. */
export async function findTurn(context: Needs, job: AnswerJob): Promise<Turn | undefined> {
  const { db, config } = context
  const { conversation_id: conversationId, continues, settles } = job
  const conversation = conversationQueries(db).byId(conversationId)
  if (!conversation || conversation.ai_mode === 'human') return undefined
  if (isSenderBlocked(context, conversation)) return undefined
  const assistant = actingAssistant(db, conversation)
  if (!assistant || assistant.deleted_at !== null) return undefined
  const messages = messageQueries(db)
  const unfinished = messages.streaming(conversationId)
  const latest = messages.latest(conversationId, config.limits.historyMessages)
  const place = { conversation, assistant }
  if (continues !== undefined) {
    return unfinished?.id === continues
      ? continuedTurn(context, place, latest, unfinished)
      : undefined
  }
  // Operators hold and edit what follows the visible text: it is continued, where another answer would be replaced.
  if (unfinished && isDelayed(place) && !isAnsweredAlone(context, job, unfinished))
    return continuedTurn(context, place, latest, unfinished)
  const said = latest.filter(({ id }) => id !== unfinished?.id)
  const due =
    settles === undefined
      ? unansweredIn(context, conversation, said)
      : settledIn(context, conversation, said, settles)
  if (!due) return undefined
  const { answersSeq } = due
  const turn = { ...place, ...due, said: '' }
  if (conversation.ai_mode === 'auto') {
    const writer = createAnswerWriter(context, answerIn(place, answersSeq, { unfinished }))
    return { ...turn, hint: null, writer }
  }
  const draft = await openDraft(context, conversation, answersSeq)
  if (!draft) return undefined
  return {
    ...turn,
    hint: draft.hint,
    writer: createDraftWriter(context, conversation, draft),
  }
}

/** History of a turn, with the last message of the visitor that it answers. */
type Due = Pick<Turn, 'history' | 'settles'> & { readonly answersSeq: number }

function unansweredIn(
  context: Pick<Needs, 'db'>,
  { id, ai_mode, stopped_seq }: ConversationRow,
  said: readonly MessageRow[],
): Due | undefined {
  const whole = unanswered(said, ai_mode)
  if (!whole) return undefined
  const history = withoutOrders(context, id, whole)
  if (history.at(-1)?.author !== 'visitor') return undefined
  const answersSeq = whole.at(-1)!.seq
  return ai_mode === 'auto' && answersSeq <= stopped_seq ? undefined : { history, answersSeq }
}

/** History without STOP and START, which were obeyed: to a model they would be part of the next question. */
function withoutOrders(
  { db }: Pick<Needs, 'db'>,
  conversationId: number,
  history: readonly MessageRow[],
): readonly MessageRow[] {
  const orders = new Set(activityQueries(db).ordersIn(conversationId))
  return orders.size === 0 ? history : history.filter(({ seq }) => !orders.has(seq))
}

/** A tool call whose outcome is known, if nothing was said since: otherwise that was said with the outcome at hand. */
function settledIn(
  { db }: Pick<Needs, 'db'>,
  { id, ended_at }: ConversationRow,
  said: readonly MessageRow[],
  callId: number,
): Due | undefined {
  const call = toolApprovalQueries(db).find(callId)
  const isDue = call && ended_at === null && said.at(-1)?.seq === call.settled_seq
  if (!isDue) return undefined
  const { answers_seq: seq } = call
  const settles = toolCallQueries(db)
    .between(id, seq, seq)
    .filter(({ approval }) => approval !== null)
  const answersSeq = said.findLast(({ author }) => author === 'visitor')?.seq ?? seq
  return { history: withoutOrders({ db }, id, said), answersSeq, settles }
}

/** Reports whether an answer reaches the visitor with a delay while an operator watches. */
export const isDelayed = ({ conversation, assistant }: Pick<Turn, 'conversation' | 'assistant'>) =>
  // A draft waits for approval, and a program for the response to its request.
  conversation.ai_mode === 'auto' && conversation.type !== 'api' && assistant.answer_delay > 0

/**
 * Reports whether the visitor wrote after an unfinished answer and this is their message's job: the answer's own job was
 * given up, so that no other one follows which would answer that message.
 */
function isAnsweredAlone(
  { db, jobs }: Pick<Needs, 'db' | 'jobs'>,
  { conversation_id: conversationId, settles }: AnswerJob,
  { seq }: MessageRow,
): boolean {
  // The job of a tool call never answers a message.
  if (settles !== undefined || !messageQueries(db).hasVisitorAfter(conversationId, seq))
    return false
  const waiting = jobs.payloadsWith('conversation.answer', 'conversation_id', conversationId)
  return waiting.filter((job) => job.settles === undefined).length < 2
}

/** The turn that continues an interrupted answer. */
function continuedTurn(
  context: Needs,
  place: Pick<Turn, 'conversation' | 'assistant'>,
  latest: readonly MessageRow[],
  continued: MessageRow,
): Turn | undefined {
  const answersSeq = continued.answers_seq!
  const history = withoutOrders(
    context,
    place.conversation.id,
    latest.filter(({ seq }) => seq <= answersSeq),
  )
  if (history.length === 0 || place.conversation.ai_mode !== 'auto') return undefined
  const writer = createAnswerWriter(context, answerIn(place, answersSeq, { continued }))
  return { ...place, history, hint: null, said: continued.content, writer }
}

function answerIn(
  { conversation, assistant }: Pick<Turn, 'conversation' | 'assistant'>,
  answersSeq: number,
  { unfinished, continued }: { unfinished?: MessageRow | undefined; continued?: MessageRow },
) {
  const apology = phrasesFor(assistant.language).unavailable
  return { conversation, assistantName: assistant.name, answersSeq, unfinished, continued, apology }
}
