import type { Context } from '../../../context.ts'
import type { PendingAnswer } from '../../../realtime/pending-answers.ts'
import { endConversation } from '../end.ts'
import { createExplanation } from '../explanations/explain.ts'
import type { OfferNeeds } from '../tools/offered.ts'
import type { Candidate } from './candidates.ts'
import type { Turn } from './find-turn.ts'
import { gather } from './gather.ts'
import { answerOverBudget } from './paid.ts'
import { writeInPasses } from './passes.ts'
import type { Answered } from './rounds.ts'
import { leavesUnanswered, passagesUsed, sourcesOfAnswer } from './sources-of-answer.ts'

/** Dependencies of an answer. */
export type AnswerNeeds = OfferNeeds &
  Pick<
    Context,
    'events' | 'randomBytes' | 'log' | 'hub' | 'jobs' | 'models' | 'write' | 'liveCalls'
  >

interface Signals {
  /** Aborted when the answer is no longer wanted; the reason is a `StopReason`, or the error with which it fails. */
  readonly stopped: AbortSignal
  /** The server is stopping: the next start repeats the turn. */
  readonly stopping: AbortSignal
}

/** Generates the answer of a turn and writes it as it streams. */
export async function answer(
  context: AnswerNeeds,
  turn: Turn & { readonly pending: PendingAnswer },
  candidates: readonly Candidate[],
  { stopped, stopping }: Signals,
): Promise<void> {
  const { conversation, assistant, writer, pending } = turn
  const [first, ...others] = candidates
  const gatherer = gather(context, writer, pending)
  const unwanted = AbortSignal.any([unlessLeft(stopped), stopping])
  if (!first) {
    await gatherer.flush(unwanted)
    if (unwanted.aborted) return
    const detail = 'The assistant has no model'
    const ending = { isWhole: false, cost: 0, detail, sources: [] }
    return await context.write((tx) => writer.finish(tx, ending))
  }
  const explanation = createExplanation(context, first)
  const written = await writeInPasses(context, turn, [first, ...others], {
    gatherer,
    unwanted,
    signal: AbortSignal.any([stopped, stopping, gatherer.refused]),
    timed: explanation.timed,
  })
  // Its writer may hold text that was never committed.
  throwIfFailed(stopped)
  const { answered, input, cost } = written
  const { result, candidate, refused } = answered
  // The next start generates it again; its cost so far is spent.
  if (stopping.aborted) return await context.write((tx) => writer.abandon(tx, cost))
  const madeFrom = explanation.of(
    { ...answered, cost },
    { baseId: assistant.knowledgebase_id, passages: passagesUsed(input, answered) },
  )
  const abandon = () => context.write((tx) => writer.abandon(tx, cost, madeFrom))
  const hasLeft = stopped.reason === 'left'
  const isUnwanted = gatherer.refused.aborted || (stopped.aborted && !hasLeft)
  // A visitor who left before the first token gets the answer when they return.
  if (isUnwanted || (hasLeft && !writer.hasText)) return await abandon()
  if (refused !== undefined && !writer.hasText)
    return await context.write((tx) => answerOverBudget(tx, turn, refused, cost))
  warnOf(context, turn, answered)
  const about = { question: turn.history.at(-1)!.content, language: assistant.language, result }
  const isUnanswered = leavesUnanswered({ ...about, isUnanswered: answered.isUnanswered })
  const sources = sourcesOfAnswer({
    ...about,
    provider: candidate.model.provider,
    passages: isUnanswered ? [] : input.passages,
    read: input.builtIn.passages,
  })
  const ending = {
    isWhole: result.complete,
    cost,
    detail: result.detail,
    sources,
    isUnanswered,
    hasLeft,
    explanation: madeFrom,
  }
  await context.write((tx) => {
    writer.finish(tx, ending)
    if (answered.endsChat && result.complete && conversation.ai_mode === 'auto')
      endConversation(tx, context, conversation.id, 'tool')
  })
}

/** Throws the error with which a turn was stopped. */
export function throwIfFailed({ reason }: AbortSignal): void {
  if (reason instanceof Error) throw reason
}

/** Aborts with a turn that is no longer wanted: what was written for a visitor who has left is kept. */
function unlessLeft(stopped: AbortSignal): AbortSignal {
  const unwanted = new AbortController()
  const stop = () => stopped.reason !== 'left' && unwanted.abort()
  if (stopped.aborted) stop()
  else stopped.addEventListener('abort', stop, { once: true })
  return unwanted.signal
}

function warnOf({ log }: AnswerNeeds, { conversation }: Turn, answered: Answered): void {
  const { complete, reason, detail } = answered.result
  if (complete || reason === 'aborted') return
  const about = { conversation: conversation.uuid, model: answered.candidate.row.code }
  log.warn({ ...about, reason, detail }, 'an answer is incomplete')
}
