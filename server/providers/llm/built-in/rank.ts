import type { KnownLanguage } from '../../../language/stop-words.ts'
import { contentWords } from '../../../language/words.ts'
import type { Block } from './blocks.ts'
import type { Source } from './extract.ts'
import type { Term } from './term.ts'
import { textOf } from './text.ts'
import { WEIGHTS } from './weights.ts'

/** Deductions for each sentence before the one found, and for each passage that the search ranks higher. */
const LATER = 0.004
const LOWER = 0.002

/** Least BM25 that other passages are compared with. */
const LEAST_RELEVANCE = 0.0001

/** Score of each term of the question in a text, in order. */
export type Strengths = readonly number[]

/** A sentence that may answer, and how well. */
export interface Candidate {
  readonly source: Source
  readonly block: Block
  /** Index in the block. */
  readonly at: number
  /** The scores of all sentences of the block. */
  readonly own: readonly Strengths[]
  /** Scores with everything around the sentence. */
  readonly found: Strengths
  /** Scores in the sentence and its titles alone. */
  readonly near: Strengths
  /** Scores in the whole paragraph and its titles. */
  readonly inParagraph: Strengths
  /** Share of the words of the heading or label that the question has, 0 to 1. */
  readonly closeness: number
  readonly score: number
}

/** The best sentence of each paragraph, best first. */
export function ranked(
  sources: readonly Source[],
  terms: readonly Term[],
  language: KnownLanguage,
): Candidate[] {
  const most = Math.max(LEAST_RELEVANCE, ...sources.map(relevanceOf))
  return sources
    .flatMap((source, rank) =>
      candidatesOf(source, { rank, relevance: relevanceOf(source) / most }, terms, language),
    )
    .toSorted((one, other) => other.score - one.score)
}

/** BM25 of a source; facts of a prompt are not searched for. */
const relevanceOf = ({ relevance }: Source): number =>
  Number.isFinite(relevance) ? Math.max(0, relevance) : 0

/** A paragraph with the scores of its parts. */
interface Reading {
  readonly block: Block
  readonly own: readonly Strengths[]
  readonly label: Strengths
  readonly lead: Strengths
  /** The best scores among its sentences. */
  readonly whole: Strengths
}

/** The result of the search for a source: its place, and its BM25 as a share of the best one. */
interface Searched {
  readonly rank: number
  readonly relevance: number
}

/** The surroundings of the paragraphs of a source. */
interface Surroundings extends Searched {
  readonly source: Source
  readonly title: Strengths
  readonly parent: Strengths
  /** The best scores among all sentences. */
  readonly whole: Strengths
  readonly closeness: number
}

/** The best sentence of each paragraph of a source. */
function candidatesOf(
  source: Source,
  searched: Searched,
  terms: readonly Term[],
  language: KnownLanguage,
): Candidate[] {
  const strengths = (written: string | undefined): Strengths => {
    if (written === undefined) return terms.map(() => 0)
    const text = textOf(written, language)
    return terms.map((term) => term.match(text))
  }
  const path = source.heading.split(' › ')
  const readings = source.blocks.map((block): Reading => {
    const own = block.sentences.map(strengths)
    const [label, lead] = [strengths(block.label), strengths(block.lead)]
    return { block, own, label, lead, whole: most(own, terms) }
  })
  const around: Surroundings = {
    ...searched,
    source,
    title: strengths(path.at(-1)),
    parent: strengths(path.length > 1 ? path[0] : undefined),
    whole: most(
      readings.map(({ whole }) => whole),
      terms,
    ),
    closeness: closenessOf(path.at(-1)!, terms, language),
  }
  return readings.map((reading, number) => {
    const { label } = reading.block
    const closeness = Math.max(
      around.closeness,
      label === undefined ? 0 : closenessOf(label, terms, language),
    )
    return reading.own
      .map((_, at) => candidateOf(at, reading, { ...around, closeness }, number, terms))
      .reduce((best, one) => (one.score > best.score ? one : best))
  })
}

function candidateOf(
  at: number,
  { block, own, label, lead, whole }: Reading,
  { source, rank, relevance, title, parent, whole: all, closeness }: Surroundings,
  number: number,
  terms: readonly Term[],
): Candidate {
  const isFirst = number === 0 && at === 0 && isQuestion(source.heading)
  const heading = shareOfHeading(isFirst, number, block, source)
  const [beside, inBlock] = block.isList
    ? [WEIGHTS.inList, WEIGHTS.inList]
    : [WEIGHTS.beside, WEIGHTS.block]
  const inPassage = isFirst ? WEIGHTS.answer : WEIGHTS.passage
  const above = leadOf(block.sentences, at)
  const near = terms.map(({ isOwn }, term) =>
    isOwn
      ? own[at]![term]!
      : Math.max(own[at]![term]!, heading * title[term]!, WEIGHTS.label * label[term]!),
  )
  const found = terms.map(({ isOwn }, term) => {
    if (isOwn) return near[term]!
    const introduced = above === undefined ? lead[term]! : Math.max(lead[term]!, own[above]![term]!)
    return Math.max(
      near[term]!,
      WEIGHTS.lead * introduced,
      beside * (own[at - 1]?.[term] ?? 0),
      beside * (own[at + 1]?.[term] ?? 0),
      inBlock * whole[term]!,
      WEIGHTS.parent * parent[term]!,
      inPassage * all[term]!,
    )
  })
  const inParagraph = most([whole, label, lead, title], terms)
  const score =
    shareOf(found, terms) +
    WEIGHTS.inside * shareOf(near, terms) +
    WEIGHTS.closeness * closeness +
    bonusOf({ own: own[at]!, inParagraph, relevance }, terms) -
    LATER * Math.min(at, 10) -
    LOWER * Math.min(rank, 20)
  return { source, block, at, own, found, near, inParagraph, closeness, score }
}

/** Bonus of a sentence beyond its matches: see `WEIGHTS.bonus`. */
function bonusOf(
  {
    own,
    inParagraph,
    relevance,
  }: { readonly own: Strengths; readonly inParagraph: Strengths; readonly relevance: number },
  terms: readonly Term[],
): number {
  const { paragraph, rarest, kind, date, search } = WEIGHTS.bonus
  const ofRole = (role: Term['role'], value: (term: Term, at: number) => number): number[] =>
    terms.flatMap((term, at) => (term.role === role ? [value(term, at)] : []))
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const words = terms.map(({ weight, isOwn }) => ({ weight: isOwn ? 0 : weight }))
  const topics = ofRole('topic', ({ weight }, at) => weight * inParagraph[at]!)
  return (
    paragraph * shareOf(inParagraph, words) +
    rarest * Math.max(0, ...topics) +
    kind * sum(ofRole('kind', ({ weight }, at) => weight * own[at]!)) +
    date * sum(ofRole('date', (_, at) => own[at]!)) +
    search * relevance
  )
}

/** Share of the question's weight that is found. */
export function shareOf(strengths: Strengths, terms: readonly Pick<Term, 'weight'>[]): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return 0
  return terms.reduce((sum, { weight }, term) => sum + weight * strengths[term]!, 0) / total
}

/** A question above a passage is answered by its first paragraph; a later one with its own title is about that. */
function shareOfHeading(
  isFirst: boolean,
  number: number,
  { label }: Block,
  { heading }: Source,
): number {
  if (isFirst) return 1
  const isOther = number > 0 && label !== undefined && isQuestion(heading)
  return isOther ? WEIGHTS.otherLabel : WEIGHTS.heading
}

/** The best score of each term among several texts. */
const most = (all: readonly Strengths[], terms: readonly Term[]): Strengths =>
  terms.map((_, term) => all.reduce((best, one) => Math.max(best, one[term]!), 0))

/** "Is it secure?" is closer to exactly that heading than to "Is it secure and fast?". */
function closenessOf(title: string, terms: readonly Term[], language: KnownLanguage): number {
  const words = contentWords(title, language).map(({ written }) => textOf(written, language))
  if (words.length === 0) return 0
  const asked = words.map((word) =>
    terms.reduce((best, term) => (term.isOwn ? best : Math.max(best, term.match(word))), 0),
  )
  return asked.reduce((sum, one) => sum + one, 0) / words.length
}

const isQuestion = (heading: string): boolean => /[?？]\s*$/.test(heading)

/** The line that introduces a list: "We are open:". */
function leadOf(sentences: readonly string[], at: number): number | undefined {
  for (let above = at - 1; above >= Math.max(0, at - 12); above -= 1) {
    if (/:\s*$/.test(sentences[above]!)) return above
    if (/[.!?]\s*$/.test(sentences[above]!)) return undefined
  }
  return undefined
}
