import { hintsOf } from '../../../language/hints.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { tokenise } from '../../../language/tokens.ts'
import type { Candidate } from './rank.ts'
import type { Question, Term } from './term.ts'
import { textOf } from './text.ts'

/** Signs of whether the best candidate answers the question, each about 0 to 1. */
export interface Evidence {
  /** Always 1. */
  readonly bias: number
  /** Strength of the topics in all, in the sentence with its titles alone, and in the own words of the question. */
  readonly strength: number
  readonly together: number
  readonly exact: number
  /** Several topics, all in the sentence itself in the question's words. */
  readonly literal: number
  /** A thing, or a proper name, is asked for that occurs nowhere. */
  readonly absentNoun: number
  readonly absentName: number
  /** Weight of the rarest topic that is not found. */
  readonly missing: number
  /** A number of things is asked for, and the sentence counts none of them. */
  readonly uncounted: number
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
  { text: question, language }: Pick<Question, 'text' | 'language'>,
): Evidence {
  const ofRole = (asked: Term['role']) =>
    terms.flatMap((term, at) =>
      term.role === asked ? [{ term, found: best.found[at]!, near: best.near[at]! }] : [],
    )
  // Without topics, a question's other words are all it has.
  const topics = terms.some(({ role }) => role === 'topic') ? ofRole('topic') : ofRole('weak')
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
    strength: mean(({ found }) => Math.max(0, found)),
    together: mean(({ near }) => Math.max(0, near)),
    exact: mean(({ found }) => share(found >= LITERALLY)),
    literal: share(topics.length > 1 && topics.every(({ near }) => near >= LITERALLY)),
    absentNoun: share(absent.some(({ term }) => term.isNoun)),
    absentName: share(absent.some(({ term }) => term.isName)),
    missing: topics
      .filter(({ found }) => found < FOUND)
      .reduce((most, { term }) => Math.max(most, term.weight), 0),
    uncounted: share(
      isUncounted(
        question,
        language,
        best,
        topics.map(({ term }) => term),
      ),
    ),
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

/** "How many seats?" is answered by "96 seats", not by a time of day beside them. */
function isUncounted(
  question: string,
  language: KnownLanguage,
  { block, at }: Candidate,
  topics: readonly Term[],
): boolean {
  if (!hintsOf(question).includes('amount')) return false
  const words = tokenise(block.sentences[at]!).map((word) => textOf(word, language))
  return !words.some(
    ({ written }, index) =>
      isCount(written) &&
      words
        .slice(index + 1, index + 4)
        .some((word) => topics.some((term) => !term.isOwn && term.match(word) >= FOUND)),
  )
}

const isCount = (word: string): boolean => /^\d+$/.test(word) || NUMBER.test(word)

const NUMBER =
  /^(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce)$/i

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
    bias: -1.98,
    strength: 0.45,
    together: 0.4,
    exact: -0.02,
    literal: 1.42,
    absentNoun: -0.69,
    absentName: -1.2,
    missing: -0.63,
    uncounted: -0.27,
    margin: 0.92,
    marginThird: 1.16,
    kindFound: 0.74,
    who: -0.75,
    closeness: 1.37,
    sameSource: 0.48,
    one: 0.78,
    rarity: 0.99,
  },
  pair: {
    bias: -1.39,
    strength: 0.71,
    together: 0.57,
    exact: 0.02,
    literal: 0.98,
    absentNoun: -0.94,
    absentName: -1.2,
    missing: -0.52,
    uncounted: -0.46,
    margin: 0.17,
    marginThird: 1.1,
    kindFound: 0.61,
    who: -0.92,
    closeness: 1.12,
    sameSource: 0.48,
    one: 0.4,
    rarity: 0.87,
  },
}

/** Probability that the best candidate answers, or one of the two best, 0 to 1. */
export function confidenceOf(evidence: Evidence, what: keyof typeof COEFFICIENTS): number {
  const names = Object.keys(evidence) as (keyof Evidence)[]
  const sum = names.reduce((all, name) => all + evidence[name] * COEFFICIENTS[what][name], 0)
  return 1 / (1 + Math.exp(-sum))
}
