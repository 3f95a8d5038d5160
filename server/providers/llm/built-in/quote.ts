import { cut, joinSentences } from '../../../language/sentences.ts'
import type { Candidate } from './rank.ts'
import type { Term } from './term.ts'

/** Length up to which the rest of a paragraph is quoted, whatever it says, characters. */
const SHORT = 160

const BACK_REFERENCE =
  /^(it|its|this|that|they|these|those|then|there|he|she|also|so|such|both|dies\w*|sie|es|er|dann|dort|ça|cela|il|elle|ils|elles|esto|eso|también|questo|quello|isso|isto|dit|dat|deze|ze)\b/i

/** German "das" is a pronoun only before a lower-case letter: "das geht", not "das Bistro". */
const BACK_REFERENCE_IN_GERMAN = /^[Dd](as|ie|er) [\p{Ll}]/u

const refersBack = (sentence: string): boolean =>
  BACK_REFERENCE.test(sentence) || BACK_REFERENCE_IN_GERMAN.test(sentence)

/** The sentences of a block around the one found, of at most `most` characters: a short part of it, and what else is on topic. */
export function quote(candidate: Candidate, terms: readonly Term[], most: number): string {
  const { block, at, own, source } = candidate
  // A prompt lists facts that have little to do with each other.
  const short = source.passageId === undefined ? 0 : SHORT
  const { sentences } = block
  const value = (index: number): number =>
    terms.reduce((sum, { weight }, term) => sum + weight * Math.max(0, own[index]?.[term] ?? 0), 0)
  let [first, end] = [at, at + 1]
  const length = () => joinSentences(sentences.slice(first, end)).length
  const fits = (sentence: string | undefined): sentence is string =>
    sentence !== undefined && length() + sentence.length + 1 <= most
  while (first > 0 && refersBack(sentences[first]!) && fits(sentences[first - 1])) first -= 1
  const belongs = (index: number): boolean =>
    fits(sentences[index]) &&
    (length() < short || value(index) > 0 || (index === end && refersBack(sentences[index]!)))
  for (;;) {
    const canBefore = belongs(first - 1)
    const canAfter = belongs(end)
    if (!canBefore && !canAfter) break
    if (canAfter && (!canBefore || value(end) >= value(first - 1))) end += 1
    else first -= 1
  }
  return cut(joinSentences(sentences.slice(first, end)), most)
}
