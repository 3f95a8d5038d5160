import type { Context } from '../../context.ts'
import { generate } from '../../providers/llm/generate.ts'
import type { Generation, GenerationResult } from '../../providers/llm/generation.ts'
import { LLM_LIMITS } from '../../providers/llm/limits.ts'
import { costOf } from '../money/model-cost.ts'
import type { Candidate } from './candidates.ts'

type Asking = Omit<Generation, 'model' | 'limits'>

/** An answer of whichever model could give it. */
export interface CandidateAnswer {
  readonly result: GenerationResult
  /** Who answered, or failed last. */
  readonly candidate: Candidate
  /** Of all that were asked, micro-dollars. */
  readonly cost: number
}

/**
 * Asks the first model, and the next one where that failed before its first token. All of them together have the time of
 * one.
 */
export async function askCandidates(
  { now, log }: Pick<Context, 'now' | 'log'>,
  [candidate, ...others]: readonly [Candidate, ...Candidate[]],
  asking: Asking,
): Promise<CandidateAnswer> {
  const begun = now().getTime()
  let current = candidate
  let cost = 0
  for (const next of [...others, undefined]) {
    const totalMs = LLM_LIMITS.totalMs - (now().getTime() - begun)
    const result = await generate({ ...asking, model: current.model, limits: { totalMs } })
    cost += costOf(current.row, result.usage)
    if (!next || !isWorthAnother(result) || isOver(begun, now)) {
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

/** Nothing of it has been shown, and it was not the reader who gave up. */
const isWorthAnother = ({ complete, reason, text }: GenerationResult): boolean =>
  !complete && reason !== 'aborted' && text === ''

const isOver = (begun: number, now: () => Date): boolean =>
  now().getTime() - begun >= LLM_LIMITS.totalMs
