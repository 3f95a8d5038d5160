import type { Source } from '#contracts/messages.ts'
import { promisesPerson } from '../../../language/hand-over.ts'
import { smallTalkIn } from '../../../language/small-talk.ts'
import type { GenerationResult } from '../../../providers/llm/generation.ts'
import type { PassageRow } from '../../knowledge/passage-queries.ts'
import { likelyOnes, sourcesOf } from '../../knowledge/sources.ts'

interface Answered {
  /** The vendor kind of the model. */
  readonly provider: string
  /** Passages that the model was given. */
  readonly passages: readonly PassageRow[]
  /** Passages that the built-in model has read. */
  readonly read: readonly PassageRow[]
  readonly question: string
  readonly language: string
  readonly result: GenerationResult
}

/**
 * The documents that an answer rests on: those that the built-in model has taken it from; of any other model those that it
 * was given for the question. Half an answer, small talk and a promise that a person will follow up rest on nothing.
 */
export function restsOn({
  provider,
  passages,
  read,
  question,
  language,
  result,
}: Answered): Source[] {
  if (!result.complete) return []
  if (provider === 'built-in') {
    const used = result.sources.flatMap((id) => read.find((one) => String(one.id) === id) ?? [])
    return sourcesOf(used)
  }
  const isTalk = smallTalkIn(question, language) !== undefined || promisesPerson(result.text)
  return isTalk ? [] : sourcesOf(likelyOnes(passages))
}
