import { cut, joinSentences } from '../../../language/sentences.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { contentWords } from '../../../language/words.ts'
import { type Question, type Term, type Text, termsOf, textOf } from './terms.ts'

/** Sentences that stand together under a heading. */
export interface Source {
  /** Of the knowledge base; a fact of the prompt is none. */
  readonly passageId?: number
  readonly heading: string
  readonly sentences: readonly string[]
  /** BM25 of the search: near zero when it found nothing but words that stand everywhere. */
  readonly relevance: number
}

/** Longest answer, characters, and sentences. */
const MAX_ANSWER = 500
const MAX_SENTENCES = 3

/** Share of a question's weight that must be found together. */
const ENOUGH = 0.6

/** Least relevance at which a word that stands in most of the sources still says something. */
const RELEVANT = 0.1

/** A sentence that follows is added while the answer is shorter than this, characters. */
const SHORT = 160

/** A passage that was found, and its source. */
export interface Found {
  readonly text: string
  readonly source: Source
}

/** Score of each term of the question in a text, in the order of the terms. */
type Strengths = readonly number[]

/** A source as it answers the question. */
interface Reading {
  readonly source: Source
  readonly rank: number
  readonly title: Strengths
  readonly sentences: readonly Strengths[]
  /** Share of the heading that the question asks for, 0 to 1. */
  readonly closeness: number
}

/** Neighbouring sentences, `from` the first to before `to`. */
interface Candidate {
  readonly reading: Reading
  readonly from: number
  readonly to: number
  readonly score: number
}

/** The answer that the sources hold, in their own words; undefined when they hold none. */
export function extractAnswer(question: Question, sources: readonly Source[]): Found | undefined {
  const { language } = question
  const texts = sources.map(({ heading, sentences }) =>
    [heading, ...sentences].map((text) => textOf(text, language)),
  )
  const terms = termsOf(question, texts)
  if (terms.length === 0) return undefined
  const best = sources
    .map((source, rank) => read(source, rank, texts[rank]!, terms, language))
    .flatMap((reading) => candidatesOf(reading, terms))
    .reduce<Candidate | undefined>(
      (winner, candidate) => (winner && winner.score >= candidate.score ? winner : candidate),
      undefined,
    )
  return best && { text: quote(best, terms), source: best.reading.source }
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
    closeness: closenessOf(title!, terms, language),
  }
}

/** "Is it secure?" is closer to a heading that says just that than to "Is it secure and fast?". */
function closenessOf(title: Text, terms: readonly Term[], language: KnownLanguage): number {
  const has = (word: string, term: Term) =>
    term.match({ written: word, stems: new Set([word]) }) > 0
  const words = contentWords(title.written, language)
    .map((word) => word.stem)
    .filter((word) => !terms.some((term) => term.isCommon && has(word, term)))
  if (words.length > 0) {
    return words.filter((word) => terms.some((term) => has(word, term))).length / words.length
  }
  return title.stems.size > 0 && terms.every(({ isCommon }) => isCommon) ? 1 : 0
}

/** The groups of neighbouring sentences that answer enough, each with how well. */
function candidatesOf(reading: Reading, terms: readonly Term[]): Candidate[] {
  const { source, title, sentences, closeness, rank } = reading
  const titled = coverage(terms, [title])
  return windowsOf(source.sentences).flatMap(([from, to]) => {
    const own = sentences.slice(from, to)
    const found = coverage(terms, [title, ...own])
    if (found < ENOUGH || !isOnTopic(terms, [title, ...own], source)) return []
    const gain = found + 0.05 * coverage(terms, own) + 0.25 * titled + 0.4 * closeness
    const score = gain - 0.06 * (to - from - 1) - 0.04 * from - 0.04 * rank
    return { reading, from, to, score }
  })
}

function windowsOf(sentences: readonly string[]): [from: number, to: number][] {
  return sentences.flatMap((_, from) =>
    Array.from({ length: MAX_SENTENCES }, (_, more): [number, number] => [from, from + more + 1])
      .filter(([, to]) => to <= sentences.length)
      .filter(
        ([, to]) =>
          to === from + 1 || joinSentences(sentences.slice(from, to)).length <= MAX_ANSWER,
      ),
  )
}

/** The share of the question's weight that texts hold together. */
function coverage(terms: readonly Term[], texts: readonly Strengths[]): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  return terms.reduce((sum, { weight }, index) => sum + weight * best(texts, index), 0) / total
}

const best = (texts: readonly Strengths[], index: number): number =>
  Math.max(0, ...texts.map((strengths) => strengths[index]!))

/** Words that stand everywhere prove nothing, unless the whole question is made of them. */
function isOnTopic(
  terms: readonly Term[],
  texts: readonly Strengths[],
  { relevance }: Source,
): boolean {
  const found = terms.filter((_, index) => best(texts, index) > 0)
  return (
    found.some(({ isTopic, isCommon }) => isTopic && (!isCommon || relevance >= RELEVANT)) ||
    found.length === terms.length
  )
}

const LEANS_BACK =
  /^(it|its|this|that|they|these|those|then|there|he|she|also|so|such|both|das|dies\w*|sie|es|er|dann|dort|ça|cela|il|elle|ils|elles|esto|eso|también|questo|quello|isso|isto|dit|dat|deze|ze)\b/i

/** Takes in the sentence that the first one leans on, and what follows while the answer is short. */
function quote({ reading, from, to }: Candidate, terms: readonly Term[]): string {
  const { sentences } = reading.source
  let [first, end] = [from, to]
  const text = () => joinSentences(sentences.slice(first, end))
  const hasRoom = (sentence: string | undefined): sentence is string =>
    sentence !== undefined &&
    end - first < MAX_SENTENCES &&
    text().length + sentence.length < MAX_ANSWER
  while (first > 0 && LEANS_BACK.test(sentences[first]!) && hasRoom(sentences[first - 1])) first--
  const isAbout = coverage(terms, [reading.title]) >= ENOUGH
  while (text().length < SHORT && hasRoom(sentences[end])) {
    if (!isAbout && !LEANS_BACK.test(sentences[end]!)) break
    end++
  }
  return cut(text(), MAX_ANSWER)
}
