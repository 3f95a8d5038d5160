import { type Candidate, shareOf } from './rank.ts'
import type { Term } from './term.ts'

/** Signs of whether the best candidates answer the question, most about 0 to 1. */
export interface Evidence {
  /** Always 1. */
  readonly bias: number
  /** Strength of the topics in the best sentence, and around either of the two best. */
  readonly own: number
  readonly either: number
  /** Strength of the question's own words in the paragraph, and share of the topics that stand there in the question's own words. */
  readonly paragraph: number
  readonly exact: number
  /** A thing, or a proper name, is asked for that occurs nowhere. */
  readonly absentNoun: number
  readonly absentName: number
  /** The question has a single topic; number of its words that say little. */
  readonly one: number
  readonly weak: number
  /** Weight of the rarest topic that is found. */
  readonly rarity: number
  /** Distance to the second and to the fifth candidate, and the score of the fifth: if much fits, little is meant. */
  readonly ahead: number
  readonly aheadOfFifth: number
  readonly fifth: number
  /** BM25 of the passage in the search. */
  readonly relevance: number
  /** Share of the heading that the question has. */
  readonly closeness: number
  /** A day or age, or a person, is asked for. */
  readonly date: number
  readonly who: number
  /** The second sentence has a value of the kind that is asked for. */
  readonly secondKind: number
}

/** Least BM25 of a passage whose words are not common in the search index, and the rarity of such words. */
const RELEVANT = 0.1
const COMMON_BUT_FOUND = 0.6

/** BM25 beyond which more makes no difference. */
const VERY_RELEVANT = 10

/** Strengths from which a topic counts as clearly found, and as literally found. */
const CLEARLY = 0.85
const LITERALLY = 0.95

/** Strength of a question without topics: its kind of value is all it has. */
const NO_TOPIC = 0.7

const WHO = /^\P{L}*(who|wer|wen|qui|quién|quien)\b/iu

/** Measures how well the best candidates fit the question; all are given in order. */
export function evidenceOf(
  candidates: readonly [Candidate, ...Candidate[]],
  terms: readonly Term[],
  question: string,
): Evidence {
  const [best, second] = candidates
  const ofRole = (asked: Term['role']) =>
    terms.flatMap((term, at) => (term.role === asked ? [{ term, at }] : []))
  // Without topics, a question's other words are all it has.
  const hasTopic = terms.some(({ role }) => role === 'topic')
  const topics = ofRole(hasTopic ? 'topic' : 'weak')
  const total = topics.reduce((sum, { term }) => sum + term.weight, 0)
  const mean = (value: (at: number) => number) =>
    total === 0
      ? NO_TOPIC
      : topics.reduce((sum, { term, at }) => sum + term.weight * value(at), 0) / total
  const found = (at: number) => Math.max(0, best.found[at]!)
  const absent = topics.filter(({ term }) => term.isAbsent)
  const fifth = candidates[4]?.score ?? 0
  return {
    bias: 1,
    own: average(topics.map(({ at }) => Math.max(0, best.own[best.at]![at]!))),
    either: mean((at) => Math.max(found(at), second?.found[at] ?? 0)),
    paragraph: shareOf(
      best.inParagraph,
      terms.map((term) => (isWord(term) ? term : NOTHING)),
    ),
    exact: mean((at) => share(best.found[at]! >= LITERALLY)),
    absentNoun: share(absent.some(({ term }) => term.isNoun)),
    absentName: share(absent.some(({ term }) => term.isName)),
    one: share(topics.length === 1),
    weak: ofRole('weak').length,
    rarity: topics
      .filter(({ at }) => best.found[at]! >= CLEARLY)
      .reduce((most, { term }) => Math.max(most, rarityOf(term, best)), 0),
    ahead: best.score - (second?.score ?? 0),
    aheadOfFifth: best.score - fifth,
    fifth,
    relevance: relevanceOf(best) / VERY_RELEVANT,
    closeness: best.closeness,
    date: share(ofRole('date').length > 0),
    who: share(WHO.test(question)),
    secondKind: ofRole('kind').reduce(
      (sum, { term, at }) => sum + term.weight * (second?.own[second.at]?.[at] ?? 0),
      0,
    ),
  }
}

const isWord = ({ role, isOwn }: Term): boolean => !isOwn && (role === 'topic' || role === 'weak')

const NOTHING = { weight: 0 }

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length

/** BM25 of the passage; a fact of the prompt, which is not searched for, counts as one of medium relevance. */
const relevanceOf = ({ source: { relevance } }: Candidate): number =>
  Number.isFinite(relevance) ? Math.min(VERY_RELEVANT, relevance) : VERY_RELEVANT / 2

const share = (is: boolean): number => (is ? 1 : 0)

/** A word that is common in the passages that a search chose may still be rare. */
function rarityOf({ weight, isCommon }: Term, { source }: Candidate): number {
  if (!isCommon) return weight
  return source.relevance >= RELEVANT ? COMMON_BUT_FOUND : 0
}

type Coefficients = Readonly<Record<keyof Evidence, number>>

/** Coefficients for the best candidate alone, and for the two best together: a logistic regression (decision 065). */
const COEFFICIENTS: Readonly<Record<'single' | 'pair', Coefficients>> = {
  single: {
    bias: -2.72,
    own: 0.13,
    either: -0.59,
    paragraph: 0.8,
    exact: 0.32,
    absentNoun: -1.0,
    absentName: -2.0,
    one: 0.29,
    weak: 0.13,
    rarity: 0.23,
    ahead: 0.62,
    aheadOfFifth: 0.97,
    fifth: 0.13,
    relevance: 0.76,
    closeness: 0.81,
    date: 0.5,
    who: -4.03,
    secondKind: -0.54,
  },
  pair: {
    bias: -2.33,
    own: -0.09,
    either: -0.16,
    paragraph: 0.95,
    exact: 0.14,
    absentNoun: -1.0,
    absentName: -2.0,
    one: 0.3,
    weak: 0.2,
    rarity: 0.38,
    ahead: -0.0,
    aheadOfFifth: 1.04,
    fifth: 0.15,
    relevance: 0.66,
    closeness: 0.79,
    date: 0.83,
    who: -2.38,
    secondKind: -0.62,
  },
}

/** Probability that the best candidate answers, or one of the two best, 0 to 1. */
export function confidenceOf(evidence: Evidence, what: keyof typeof COEFFICIENTS): number {
  const names = Object.keys(evidence) as (keyof Evidence)[]
  const sum = names.reduce((all, name) => all + evidence[name] * COEFFICIENTS[what][name], 0)
  return 1 / (1 + Math.exp(-sum))
}
