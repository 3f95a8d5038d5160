import type { AiMode } from '#contracts/dial-fields.ts'
import type { Context } from '../../../context.ts'
import type { PendingAnswer } from '../../../realtime/pending-answers.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { stopAbandonedAnswers } from './abandoned-answers.ts'
import { type AnswerNeeds, answer, throwIfFailed } from './answer.ts'
import type { AnswerJob } from './ask.ts'
import { candidatesOf } from './candidates.ts'
import { findTurn, isDelayed, type Turn } from './find-turn.ts'

type Needs = AnswerNeeds &
  Pick<Context, 'hub' | 'models' | 'attendance' | 'jobs' | 'liveCalls' | 'pendingAnswers'>

/**
 * Reason for stopping an answer: an operator took over or finished it, the visitor wrote again before its first token,
 * or the visitor left and no operator watches.
 */
export type StopReason = 'taken' | 'superseded' | 'left'

/** An answer in progress. */
export interface RunningTurn extends Pick<Turn, 'conversation' | 'writer'> {
  readonly job: AnswerJob
  /** The part that the visitor does not see yet. */
  readonly pending: PendingAnswer
  /** True if it only costs local computing time. */
  readonly isFree: boolean
  readonly hasText: () => boolean
  /** True once it is stopped: what it still writes is not wanted. */
  readonly isStopped: () => boolean
  stop(reason: StopReason): void
  /** Stops it and has its job fail with this error, so that it runs again. */
  fail(error: Error): void
}

export interface Turns {
  /** The answer in progress of a conversation. */
  of(conversationId: number): RunningTurn | undefined
  /** Answers the unanswered messages of a conversation. Does nothing while an operator answers. */
  run(job: AnswerJob, stopping: AbortSignal): Promise<void>
  /** Stops the answer in progress of a conversation; its call continues. */
  cut(conversationId: number): void
  /** Stops the answer in progress of a conversation, and ends its call. */
  abort(conversationId: number): void
  /**
   * Handles a changed dial: stops the answer in progress, and ends the call unless the operator speaks on it or thereby
   * hands it back.
   */
  dialTurned(conversationId: number, mode: AiMode): void
  /**
   * Handles a new message of the visitor: an answer without visible text is replaced by the next one, which answers all
   * messages.
   */
  restart(conversationId: number): void
}

/** The turns of a server: every answer of every conversation is run here. */
export function createTurns(context: Needs): Turns {
  const running = new Map<number, RunningTurn>()
  stopAbandonedAnswers(context, running)

  function cut(conversationId: number): void {
    running.get(conversationId)?.stop('taken')
    context.pendingAnswers.endHold(conversationId)
  }

  return {
    of: (conversationId) => running.get(conversationId),
    async run(job, stopping) {
      const { conversation_id: conversationId } = job
      const turn = await findTurn(context, job)
      if (!turn) return
      const candidates = candidatesOf(context, turn.assistant)
      const stopped = new AbortController()
      const pending = openPending(context, turn)
      running.set(conversationId, {
        job,
        conversation: turn.conversation,
        writer: turn.writer,
        pending,
        isFree: candidates[0]?.model.provider === 'built-in',
        hasText: () => turn.writer.hasText,
        isStopped: () => stopped.signal.aborted,
        stop: (reason: StopReason) => stopped.abort(reason),
        fail: (error: Error) => stopped.abort(error),
      })
      const typing = (active: boolean) => showTyping(context, turn.conversation, active)
      typing(true)
      try {
        await answer(context, { ...turn, pending }, candidates, {
          stopped: stopped.signal,
          stopping,
        })
        throwIfFailed(stopped.signal)
      } finally {
        running.delete(conversationId)
        pending.close()
        typing(false)
      }
    },
    cut,
    abort(conversationId) {
      cut(conversationId)
      context.liveCalls.closeConversation(conversationId)
    },
    dialTurned(conversationId, mode) {
      cut(conversationId)
      const call = context.liveCalls.ofConversation(conversationId)
      if (call?.dialTurned) call.dialTurned(mode)
      else void call?.close('closed')
    },
    restart(conversationId) {
      const turn = running.get(conversationId)
      if (turn && !turn.hasText()) turn.stop('superseded')
    },
  }
}

/** The answer of a turn, delayed while an operator watches if its assistant says so. */
function openPending(
  { pendingAnswers }: Needs,
  { conversation, assistant, said }: Turn,
): PendingAnswer {
  const { id, uuid, user_id: userId, ai_epoch: epoch } = conversation
  const delayMs = isDelayed({ conversation, assistant }) ? assistant.answer_delay * 1000 : 0
  return pendingAnswers.open({ id, uuid, userId, epoch }, { delayMs, said })
}

/** Shows the visitor and the desk that an answer is coming; not for a draft. */
function showTyping(
  { db, hub }: Needs,
  { id, uuid, user_id, ai_mode }: ConversationRow,
  active: boolean,
): void {
  if (ai_mode !== 'auto') return
  const visitor_id = conversationQueries(db).visitorOf(id)
  const payload = { conversation_id: uuid, author: 'assistant', active } as const
  hub.sendToUser(user_id, 'typing', payload)
  if (visitor_id !== null) hub.tellVisitor(visitor_id, 'typing', payload)
}
