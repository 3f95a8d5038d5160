import type { Source } from '#contracts/messages.ts'
import { promisesPerson } from '../../../language/hand-over.ts'
import { smallTalkIn } from '../../../language/small-talk.ts'
import type { GenerationResult } from '../../../providers/llm/generation.ts'
import type { PassageRow } from '../../knowledge/passage-queries.ts'
import { likelySources, sourcesOf } from '../../knowledge/sources.ts'
import type { ModelInput } from './model-input.ts'
import type { Answered as Completed } from './rounds.ts'

interface Told {
  readonly question: string
  readonly language: string
  readonly result: GenerationResult
}

interface Answered extends Told {
  /** The vendor kind of the model. */
  readonly provider: string
  /** Passages given to the model. */
  readonly passages: readonly PassageRow[]
  /** Passages used by the built-in model. */
  readonly read: readonly PassageRow[]
}

/** The passages that the built-in model used, or that another model was given. */
export const passagesUsed = (
  { passages, builtIn }: Pick<ModelInput, 'passages' | 'builtIn'>,
  { result, candidate }: Pick<Completed, 'result' | 'candidate'>,
): readonly PassageRow[] =>
  candidate.model.provider === 'built-in' ? citedIn(result, builtIn.passages) : passages

/** The passages that the built-in model cites, in its order: best first. None for an incomplete answer. */
const citedIn = (result: GenerationResult, read: readonly PassageRow[]): PassageRow[] =>
  result.complete
    ? result.sources.flatMap((id) => read.find((one) => String(one.id) === id) ?? [])
    : []

/**
 * Source documents of an answer: for the built-in model the ones it used, for any other model the likeliest of those it
 * was given. Incomplete answers, small talk and promises of a follow-up by a person have no sources.
 */
export function sourcesOfAnswer({
  provider,
  passages,
  read,
  question,
  language,
  result,
}: Answered): Source[] {
  if (!result.complete) return []
  if (provider === 'built-in') return sourcesOf(citedIn(result, read))
  const isTalk = isSmallTalk(question, language) || promisesPerson(result.text)
  return isTalk ? [] : sourcesOf(likelySources(passages))
}

/** Reports whether an answer leaves a question open: it is marked so and whole, and there was more than small talk. */
export const leavesUnanswered = ({
  isUnanswered,
  question,
  language,
  result,
}: Told & { readonly isUnanswered: boolean }): boolean =>
  isUnanswered && result.complete && !isSmallTalk(question, language)

const isSmallTalk = (question: string, language: string): boolean =>
  smallTalkIn(question, language) !== undefined
