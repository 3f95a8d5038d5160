import type { PendingAnswer } from '../../../realtime/pending-answers.ts'
import type { AnswerNeeds } from './answer.ts'
import { createCallLog } from './call-log.ts'
import type { Candidate } from './candidates.ts'
import { afterShared, afterWords, continuationPrompt, joined } from './continuation.ts'
import type { Turn } from './find-turn.ts'
import type { gather } from './gather.ts'
import type { ModelInput } from './model-input.ts'
import { isSearchable } from './offer-tools.ts'
import { payerOf } from './paid.ts'
import { type Answered, answerInRounds } from './rounds.ts'
import { inputOf, isHarmless, toolsOf } from './turn-input.ts'

type PendingTurn = Turn & { readonly pending: PendingAnswer }

interface Passing {
  readonly gatherer: ReturnType<typeof gather>
  /** Aborts when the answer is no longer wanted. */
  readonly unwanted: AbortSignal
  /** Aborts the model. */
  readonly signal: AbortSignal
  /** Wraps the consumer of the text. */
  readonly timed: (onText: (text: string) => void) => (text: string) => void
}

/** An answer with the input of its last pass. */
interface Written {
  readonly answered: Answered
  readonly input: ModelInput
  /** Total of all passes, micro-dollars. */
  readonly cost: number
}

/** Has the answer written, and the rest of it again after each hint of an operator, from what the visitor sees. */
export async function writeInPasses(
  context: AnswerNeeds,
  turn: PendingTurn,
  candidates: readonly [Candidate, ...Candidate[]],
  passing: Passing,
): Promise<Written> {
  const { pending } = turn
  const { gatherer, unwanted } = passing
  let part: Part = { said: turn.said, hint: turn.hint, isRewritten: false }
  let spent = 0
  for (;;) {
    const rewriting = pending.nextPass()
    const { answered, input } = await writePart(context, turn, candidates, {
      ...passing,
      ...part,
      rewriting,
    })
    spent += answered.cost
    await gatherer.flush(AbortSignal.any([unwanted, rewriting]))
    const hint = pending.takeHint()
    if (hint === undefined || unwanted.aborted) return { answered, input, cost: spent }
    part = { said: pending.seen, hint, isRewritten: true }
  }
}

interface Part {
  /** Text that the visitor sees already. */
  readonly said: string
  readonly hint: string | null
  readonly isRewritten: boolean
}

async function writePart(
  context: AnswerNeeds,
  turn: PendingTurn,
  candidates: readonly [Candidate, ...Candidate[]],
  part: Passing & Part & { readonly rewriting: AbortSignal },
): Promise<Omit<Written, 'cost'>> {
  const { said, hint, isRewritten, gatherer, rewriting, signal, timed } = part
  const offered = toolsOf(context, { ...turn, said })
  // What a tool changed for the first version stays changed.
  const tools = isRewritten ? offered.filter(isHarmless) : offered
  const input = await inputOf(context, { ...turn, hint }, isSearchable(tools))
  const isBuiltIn = candidates[0].model.provider === 'built-in'
  const repeats = said !== '' && isBuiltIn
  const add = (text: string) => {
    if (!rewriting.aborted) gatherer.add(text)
  }
  const shared = isRewritten ? afterShared : afterWords
  const answered = await answerInRounds(context, {
    payer: payerOf(turn.conversation),
    candidates,
    input:
      repeats || said === ''
        ? input
        : { ...input, messages: [...input.messages, ...continuationPrompt(said)] },
    tools,
    log: createCallLog(context, turn.conversation, turn.history.at(-1)!.seq),
    said,
    signal: AbortSignal.any([signal, rewriting]),
    onText: timed(repeats ? shared(said, add) : joined(said, add)),
  })
  return { answered, input }
}
