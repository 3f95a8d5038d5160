import { cut, joinSentences } from '../../../language/sentences.ts'
import type { Candidate } from './rank.ts'
import type { Term } from './term.ts'

const BACK_REFERENCE =
  /^(it|its|this|that|they|these|those|then|there|he|she|also|so|such|both|dies\w*|sie|es|er|dann|dort|ça|cela|il|elle|ils|elles|esto|eso|también|questo|quello|isso|isto|dit|dat|deze|ze)\b/i

/** German "das" is a pronoun only before a lower-case letter: "das geht", not "das Bistro". */
const BACK_REFERENCE_IN_GERMAN = /^[Dd](as|ie|er) [\p{Ll}]/u

const refersBack = (sentence: string): boolean =>
  BACK_REFERENCE.test(sentence) || BACK_REFERENCE_IN_GERMAN.test(sentence)

/** The sentences of a block around the one found, of at most `most` characters. */
export function quote(candidate: Candidate, terms: readonly Term[], most: number): string {
  const { block, at, own } = candidate
  const { sentences } = block
  const value = (index: number): number =>
    terms.reduce((sum, { weight }, term) => sum + weight * Math.max(0, own[index]?.[term] ?? 0), 0)
  let [first, end] = [at, at + 1]
  const length = () => joinSentences(sentences.slice(first, end)).length
  const fits = (sentence: string | undefined): sentence is string =>
    sentence !== undefined && length() + sentence.length + 1 <= most
  while (first > 0 && refersBack(sentences[first]!) && fits(sentences[first - 1])) first -= 1
  for (;;) {
    const [before, after] = [sentences[first - 1], sentences[end]]
    const canBefore = fits(before)
    const canAfter = fits(after)
    if (!canBefore && !canAfter) break
    if (canAfter && (!canBefore || value(end) >= value(first - 1))) end += 1
    else first -= 1
  }
  return cut(joinSentences(sentences.slice(first, end)), most)
}
