import { cut, joinSentences } from '../../../language/sentences.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { contentWords } from '../../../language/words.ts'
import { type Question, type Term, type Text, termsOf, textOf } from './terms.ts'

/** The sentences under a heading. */
export interface Source {
  /** Id of the passage; undefined for a fact of the prompt. */
  readonly passageId?: number
  readonly heading: string
  readonly sentences: readonly string[]
  /** BM25 of the search: near zero if only common words matched. */
  readonly relevance: number
}

/** Maximum length of an answer, characters, and number of its sentences. */
const MAX_ANSWER = 500
const MAX_SENTENCES = 3

/** Minimum share of a question's weight that must be found overall. */
const MIN_COVERAGE = 0.58

/** Minimum share that must be found in the sentence and its heading. */
const MIN_COVERAGE_INSIDE = 0.35

/** Coverage from which an answer is certain; below it, a second one with nearly the same score is added. */
const SURE = 0.8
const NEARLY = 0.85

/** Minimum relevance at which a word common to most sources still counts. */
const RELEVANT = 0.1

/** Following sentences are added while the answer is shorter than this, characters. */
const SHORT = 160

/** Factors for matches outside the sentence: in its heading, in the lead of its list, in a neighbouring sentence, elsewhere. */
const IN_HEADING = 0.85
const IN_LEAD = 0.85
const BESIDE = 0.6
/** The same under a heading that is a question, for the first sentence of its answer. */
const IN_ANSWER = 0.85
const IN_PASSAGE = 0.35

/** An answer quoted from the sources, and which ones. */
export interface Found {
  readonly text: string
  readonly sources: readonly Source[]
}

/** Score of each term of the question in a text, in order. */
type Strengths = readonly number[]

/** The scores of a source for the question. */
interface Reading {
  readonly source: Source
  readonly rank: number
  readonly title: Strengths
  readonly sentences: readonly Strengths[]
  /** Share of the heading's words that occur in the question, 0 to 1. */
  readonly closeness: number
}

/** A sentence and its score. */
interface Candidate {
  readonly reading: Reading
  readonly at: number
  /** Share of the question's weight that is found, 0 to 1. */
  readonly covered: number
  readonly score: number
}

/** The best answer quoted from the sources; undefined if there is none. */
export function extractAnswer(question: Question, sources: readonly Source[]): Found | undefined {
  const { language } = question
  const texts = sources.map(({ heading, sentences }) =>
    [heading, ...sentences].map((text) => textOf(text, language)),
  )
  const terms = termsOf(question, texts)
  if (terms.length === 0) return undefined
  const [best, ...others] = sources
    .map((source, rank) => read(source, rank, texts[rank]!, terms, language))
    .flatMap((reading) => candidatesOf(reading, terms))
    .toSorted((one, other) => other.score - one.score)
  if (!best) return undefined
  const text = quote(best, terms)
  const second = others.find(({ reading }) => reading.source !== best.reading.source)
  if (best.covered >= SURE || !second || second.score < NEARLY * best.score)
    return { text, sources: [best.reading.source] }
  // If two are nearly as good, the visitor can tell which one applies.
  return {
    text: `${text}\n\n${quote(second, terms)}`,
    sources: [best.reading.source, second.reading.source],
  }
}

function read(
  source: Source,
  rank: number,
  [title, ...sentences]: readonly Text[],
  terms: readonly Term[],
  language: KnownLanguage,
): Reading {
  const strengths = (text: Text): Strengths => terms.map((term) => term.match(text))
  return {
    source,
    rank,
    title: strengths(title!),
    sentences: sentences.map(strengths),
    closeness: closenessOf(lastPart(source.heading), terms, language),
  }
}

/** "Is it secure?" is closer to exactly that heading than to "Is it secure and fast?". */
function closenessOf(title: string, terms: readonly Term[], language: KnownLanguage): number {
  const words = contentWords(title, language).map(({ written }) => textOf(written, language))
  if (words.length === 0) return 0
  const asked = words.filter((word) => terms.some((term) => !term.isOwn && term.match(word) > 0))
  return asked.length / words.length
}

/** Headings include their parent: "Returns › Time limit". */
const lastPart = (heading: string): string => heading.split(' › ').at(-1)!

const isQuestion = (heading: string): boolean => /[?？]\s*$/.test(heading)

/** The sentences that cover enough of the question, with scores. */
function candidatesOf(reading: Reading, terms: readonly Term[]): Candidate[] {
  const { source, title, sentences, closeness, rank } = reading
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  const isAnswer = isQuestion(source.heading)
  const whole = terms.map((_, term) => Math.max(0, ...sentences.map((one) => one[term]!)))
  return sentences.flatMap((own, at) => {
    const inHeading = isAnswer && at === 0 ? 1 : IN_HEADING
    const lead = leadOf(source.sentences, at)
    const found = terms.map(({ isOwn }, term) => {
      if (isOwn) return own[term]!
      const neighbours = [sentences[at - 1]?.[term] ?? 0, sentences[at + 1]?.[term] ?? 0]
      return Math.max(
        own[term]!,
        inHeading * title[term]!,
        lead === undefined ? 0 : IN_LEAD * sentences[lead]![term]!,
        BESIDE * Math.max(...neighbours),
        (isAnswer && at === 0 ? IN_ANSWER : IN_PASSAGE) * whole[term]!,
      )
    })
    const covered = terms.reduce((sum, { weight }, term) => sum + weight * found[term]!, 0) / total
    if (covered < MIN_COVERAGE || !isOnTopic(terms, found, source)) return []
    const inside =
      terms.reduce(
        (sum, { weight, isOwn }, term) =>
          sum + weight * Math.max(own[term]!, isOwn ? -1 : inHeading * title[term]!),
        0,
      ) / total
    if (inside < MIN_COVERAGE_INSIDE) return []
    return {
      reading,
      at,
      covered,
      score: covered + 0.3 * inside + 0.3 * closeness - 0.004 * at - 0.002 * rank,
    }
  })
}

/** The line that introduces a list: "We are open:". */
function leadOf(sentences: readonly string[], at: number): number | undefined {
  for (let above = at - 1; above >= Math.max(0, at - 12); above -= 1) {
    if (/:\s*$/.test(sentences[above]!)) return above
    if (/[.!?]\s*$/.test(sentences[above]!)) return undefined
  }
  return undefined
}

/** Common words prove nothing, unless the question consists of them. */
function isOnTopic(terms: readonly Term[], found: Strengths, { relevance }: Source): boolean {
  const matched = terms.filter((_, index) => found[index]! >= IN_PASSAGE)
  return (
    matched.some(({ isTopic, isCommon }) => isTopic && (!isCommon || relevance >= RELEVANT)) ||
    matched.length === terms.length
  )
}

const BACK_REFERENCE =
  /^(it|its|this|that|they|these|those|then|there|he|she|also|so|such|both|dies\w*|sie|es|er|dann|dort|ça|cela|il|elle|ils|elles|esto|eso|también|questo|quello|isso|isto|dit|dat|deze|ze)\b/i

/** German "das" is a pronoun only before a lower-case letter: "das geht", not "das Bistro". */
const BACK_REFERENCE_IN_GERMAN = /^[Dd](as|ie|er) [\p{Ll}]/u

const refersBack = (sentence: string): boolean =>
  BACK_REFERENCE.test(sentence) || BACK_REFERENCE_IN_GERMAN.test(sentence)

/** Quotes a sentence with those it refers back to, and following ones while the answer is short. */
function quote({ reading, at }: Candidate, terms: readonly Term[]): string {
  const { sentences } = reading.source
  let [first, end] = [at, at + 1]
  const text = () => joinSentences(sentences.slice(first, end))
  const hasRoom = (sentence: string | undefined): sentence is string =>
    sentence !== undefined &&
    end - first < MAX_SENTENCES &&
    text().length + sentence.length < MAX_ANSWER
  while (first > 0 && refersBack(sentences[first]!) && hasRoom(sentences[first - 1])) first--
  const isFaq = isQuestion(reading.source.heading)
  const has = (at: number) =>
    terms.some(({ isTopic }, term) => isTopic && (reading.sentences[at]?.[term] ?? 0) > 0)
  while (text().length < SHORT && hasRoom(sentences[end])) {
    if (!isFaq && !refersBack(sentences[end]!) && !has(end)) break
    end++
  }
  return cut(text(), MAX_ANSWER)
}
