import type { Candidate } from './rank.ts'
import type { Term } from './terms.ts'

/** Signs of whether the best candidate answers the question, each about 0 to 1. */
export interface Evidence {
  /** Always 1. */
  readonly bias: number
  /** At most half of the question's topics are found. */
  readonly half: number
  /** How well the topics are found in all, in the sentence with its titles alone, and in the question's own words. */
  readonly strength: number
  readonly together: number
  readonly exact: number
  /** A thing, or a proper name, is asked for that occurs nowhere. */
  readonly absentNoun: number
  readonly absentName: number
  /** Relative distance to the second and the third candidate. */
  readonly margin: number
  readonly marginThird: number
  /** The sentence has a value of the kind that is asked for, or is about the day or age. */
  readonly kindFound: number
  /** A person is asked for. */
  readonly who: number
  /** Share of the heading that the question has. */
  readonly closeness: number
  /** The two best are from the same passage. */
  readonly sameSource: number
  /** The question has a single topic. */
  readonly one: number
  /** Weight of the rarest topic that is found. */
  readonly rarity: number
}

/** Least BM25 of a passage whose words are not common in the search index, and the rarity of such words. */
const RELEVANT = 0.1
const COMMON_BUT_FOUND = 0.6

/** Strengths from which a topic counts as found, as clearly found, and as literally found. */
const FOUND = 0.5
const CLEARLY = 0.85
const LITERALLY = 0.95

/** Strength of a question without topics: its kind of value is all it has. */
const NO_TOPIC = 0.7

/** Largest distance to another candidate that counts. */
const FAR = 0.5

const WHO = /^\P{L}*(who|wer|wen|qui|quién|quien)\b/iu

/** Measures how well the best candidates, in order, fit the question. */
export function evidenceOf(
  [best, second, third]: readonly [Candidate, Candidate | undefined, Candidate | undefined],
  terms: readonly Term[],
  question: string,
): Evidence {
  const topics = terms.flatMap((term, at) =>
    term.role === 'topic' ? [{ term, found: best.found[at]!, near: best.near[at]! }] : [],
  )
  const total = topics.reduce((sum, { term }) => sum + term.weight, 0)
  const mean = (value: (one: (typeof topics)[number]) => number) =>
    total === 0
      ? NO_TOPIC
      : topics.reduce((sum, one) => sum + one.term.weight * value(one), 0) / total
  const distance = (other: Candidate | undefined) =>
    other === undefined
      ? FAR
      : Math.min(FAR, (best.score - other.score) / Math.max(0.1, best.score))
  const absent = topics.filter(({ term }) => term.isAbsent)
  return {
    bias: 1,
    half: share(mean(({ found }) => share(found >= FOUND)) <= 0.5),
    strength: mean(({ found }) => Math.max(0, found)),
    together: mean(({ near }) => Math.max(0, near)),
    exact: mean(({ found }) => share(found >= LITERALLY)),
    absentNoun: share(absent.some(({ term }) => term.isNoun)),
    absentName: share(absent.some(({ term }) => term.isName)),
    margin: distance(second),
    marginThird: distance(third),
    kindFound: share(
      terms.some(({ role }, at) => (role === 'kind' || role === 'date') && best.found[at]! > 0.5),
    ),
    who: share(WHO.test(question)),
    closeness: best.closeness,
    sameSource: share(second?.source === best.source),
    one: share(topics.length === 1),
    rarity: topics
      .filter(({ found }) => found >= CLEARLY)
      .reduce((most, { term }) => Math.max(most, rarityOf(term, best)), 0),
  }
}

const share = (is: boolean): number => (is ? 1 : 0)

/** What is common in the passages that a search chose may still be rare. */
function rarityOf({ weight, isCommon }: Term, { source }: Candidate): number {
  if (!isCommon) return weight
  return source.relevance >= RELEVANT ? COMMON_BUT_FOUND : 0
}

type Coefficients = Readonly<Record<keyof Evidence, number>>

/** Coefficients for the best candidate alone, and for the two best together, from `test/bench/answers/fit.ts`. */
const COEFFICIENTS: Readonly<Record<'single' | 'pair', Coefficients>> = {
  single: {
    bias: -2.84,
    half: -0.14,
    strength: 0.73,
    together: 0.93,
    exact: 0.52,
    absentNoun: -0.55,
    absentName: -1.2,
    margin: 0.94,
    marginThird: 1.23,
    kindFound: 0.76,
    who: -0.65,
    closeness: 1.47,
    sameSource: 0.37,
    one: 0.75,
    rarity: 0.79,
  },
  pair: {
    bias: -1.99,
    half: 0.07,
    strength: 1.07,
    together: 0.99,
    exact: 0.37,
    absentNoun: -0.66,
    absentName: -1.2,
    margin: 0.04,
    marginThird: 1.14,
    kindFound: 0.58,
    who: -0.86,
    closeness: 1.24,
    sameSource: 0.57,
    one: 0.22,
    rarity: 0.41,
  },
}

/** Probability that the best candidate answers, or one of the two best, 0 to 1. */
export function confidenceOf(evidence: Evidence, what: keyof typeof COEFFICIENTS): number {
  const names = Object.keys(evidence) as (keyof Evidence)[]
  const sum = names.reduce((all, name) => all + evidence[name] * COEFFICIENTS[what][name], 0)
  return 1 / (1 + Math.exp(-sum))
}
