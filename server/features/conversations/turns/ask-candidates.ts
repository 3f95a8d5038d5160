import type { Context } from '../../../context.ts'
import type { Generation, GenerationResult } from '../../../providers/llm/generation.ts'
import { LLM_LIMITS } from '../../../providers/llm/limits.ts'
import { generatePaid } from '../../billing/budgets/paid.ts'
import { detailOf } from '../../billing/budgets/refusal.ts'
import type { Refusal } from '../../billing/budgets/reserve.ts'
import type { Payer } from '../../billing/budgets/shares.ts'
import type { Candidate } from './candidates.ts'

type CandidateInput = Omit<Generation, 'model' | 'limits'>

/** Answer of the first model that succeeded. */
export interface CandidateAnswer {
  readonly result: GenerationResult
  /** The model that answered, or failed last. */
  readonly candidate: Candidate
  /** Total of all models asked, micro-dollars. */
  readonly cost: number
  /** The exhausted budget, if no model was asked. */
  readonly refused?: Refusal
}

/**
 * Asks the first model, and the next one if it fails before its first token. All share the timeout of one; each is paid
 * for from the payer's budgets.
 */
export async function askCandidates(
  context: Pick<Context, 'db' | 'now' | 'events' | 'log' | 'write'>,
  payer: Payer,
  [candidate, ...others]: readonly [Candidate, ...Candidate[]],
  asking: CandidateInput,
): Promise<CandidateAnswer> {
  const { now, log } = context
  const startedAt = now().getTime()
  let current = candidate
  let cost = 0
  for (const next of [...others, undefined]) {
    const totalMs = LLM_LIMITS.totalMs - (now().getTime() - startedAt)
    const wanted = { ...asking, model: current.model, limits: { totalMs } }
    const paid = await generatePaid(context, payer, current.row, wanted)
    if (paid.refused !== undefined) {
      const { refused } = paid
      return { result: unasked(refused), candidate: current, cost, refused }
    }
    const { result } = paid
    cost += paid.cost
    if (!next || !shouldTryNext(result) || isTimeUp(startedAt, now)) {
      return { result, candidate: current, cost }
    }
    const { reason, detail } = result
    log.warn(
      { model: current.row.code, reason, detail, fallback: next.row.code },
      'the fallback answers',
    )
    current = next
  }
  throw new Error('The last candidate always returns')
}

/** Result without a request to a model. */
const unasked = (refused: Refusal): GenerationResult => ({
  complete: false,
  reason: 'aborted',
  detail: detailOf(refused),
  status: undefined,
  text: '',
  toolCalls: [],
  usage: { inputTokens: 0, outputTokens: 0, isEstimated: false },
})

/** Reports whether to try another model: nothing was shown yet, and the reader did not stop it. */
const shouldTryNext = ({ complete, reason, text }: GenerationResult): boolean =>
  !complete && reason !== 'aborted' && text === ''

const isTimeUp = (startedAt: number, now: () => Date): boolean =>
  now().getTime() - startedAt >= LLM_LIMITS.totalMs
