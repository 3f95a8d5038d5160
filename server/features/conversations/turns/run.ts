import type { AiMode } from '#contracts/dial-fields.ts'
import type { Context } from '../../../context.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { type AnswerNeeds, answer } from './answer.ts'
import type { AnswerJob } from './ask.ts'
import { candidatesOf } from './candidates.ts'
import { findTurn } from './find-turn.ts'
import { watchLeaving } from './leaving.ts'

type Needs = AnswerNeeds & Pick<Context, 'hub' | 'models' | 'attendance' | 'jobs' | 'liveCalls'>

/**
 * Reason why an answer is stopped: a person has the word, the visitor has written on before its first token, or the
 * visitor has left and nobody watches.
 */
export type StopReason = 'taken' | 'superseded' | 'left'

/** An answer that is being made. */
export interface RunningTurn {
  /** True if it costs only this machine's time. */
  readonly isFree: boolean
  readonly hasText: () => boolean
  stop(reason: StopReason): void
}

export interface Turns {
  /** Answers what is unanswered in a conversation. Does nothing when a person answers there. */
  run(job: AnswerJob, stopping: AbortSignal): Promise<void>
  /** Stops the answer that is being made in a conversation, and ends the call that goes on in it. */
  abort(conversationId: number): void
  /** The dial was turned: the same, unless the person speaks on the call, or gives it back by this. */
  dialTurned(conversationId: number, mode: AiMode): void
  /** The visitor has written on: an answer of which nothing is to be seen yet gives way to the next, which answers all. */
  restart(conversationId: number): void
}

/** The turns of a server: every answer of every conversation goes through here. */
export function createTurns(context: Needs): Turns {
  const running = new Map<number, RunningTurn>()
  watchLeaving(context, running)

  return {
    async run(job, stopping) {
      const { conversation_id: conversationId } = job
      const turn = await findTurn(context, job)
      if (!turn) return
      const candidates = candidatesOf(context, turn.assistant)
      const stopped = new AbortController()
      running.set(conversationId, {
        isFree: candidates[0]?.model.provider === 'built-in',
        hasText: () => turn.writer.hasText,
        stop: (reason: StopReason) => stopped.abort(reason),
      })
      const typing = (active: boolean) => tellTyping(context, turn.conversation, active)
      typing(true)
      try {
        await answer(context, turn, candidates, { stopped: stopped.signal, stopping })
      } finally {
        running.delete(conversationId)
        typing(false)
      }
    },
    abort(conversationId) {
      running.get(conversationId)?.stop('taken')
      context.liveCalls.closeConversation(conversationId)
    },
    dialTurned(conversationId, mode) {
      running.get(conversationId)?.stop('taken')
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

/** The visitor sees that an answer is coming; of a draft there is nothing to tell. */
function tellTyping(
  { db, hub }: Needs,
  { id, uuid, user_id, ai_mode }: ConversationRow,
  active: boolean,
): void {
  if (ai_mode !== 'auto') return
  const visitor_id = conversationQueries(db).visitorOf(id)
  const payload = { conversation_id: uuid, author: 'assistant', active } as const
  hub.tellUser(user_id, 'typing', payload)
  if (visitor_id !== null) hub.tellVisitor(visitor_id, 'typing', payload)
}
