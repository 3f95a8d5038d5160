import type { AnswerPack } from '#contracts/answer-pack-file.ts'
import { closeness, type Place, placesOf, quote, strengthIn } from './places.ts'
import { createReader, type Term } from './terms.ts'

/** Words quoted from a passage. */
export interface Quote {
  readonly text: string
  readonly title: string
  readonly url: string | undefined
}

/** Weight of the question before, if this one depends on it. */
const EARLIER = 0.6
/** Weight of a kind of value that is asked for, such as a price. */
const KIND = 0.6
/** Bonus for words in the sentence itself, and deduction for each sentence before it. */
const INSIDE = 0.35
const LATER = 0.004
/** A term counts as found from this score. */
const FOUND = 0.5

/**
 * Coefficients of a logistic regression: whether one of the two best paragraphs answers (decision 077, measured by
 * `npm run bench -- answers`).
 */
const BIAS = -1.04
const COVERAGE = 0.59
const NEAR = 0.55
const SECOND = 0.57
const THIRD = 2.16
const TITLED = 0.58
const ALL = 0.17
const ASKS_KIND = 0.47
/** Farthest distance to the next candidates that counts. */
const MAX_MARGIN = 0.5
/** Share of the question from which everything counts as found. */
const WHOLE = 0.8
/** The second best is quoted, too, if it is this close. */
const CLOSE = 0.25
/** Probability below which there is no answer. */
const CERTAIN = 0.8

/** A sentence with its scores, 0 to 1 each but for the total. */
interface Ranked {
  readonly place: Place
  /** Share of the question that is found, and that is found in the sentence and its titles. */
  readonly coverage: number
  readonly inside: number
  readonly score: number
}

/** Answers questions from the passages of a pack; undefined where it is unsure. */
export function createAnswering(pack: AnswerPack) {
  const { read, termsOf } = createReader(pack)
  const kinds = pack.kinds.map(([asks, holds]) => ({
    asks: new RegExp(asks),
    holds: new RegExp(holds, 'iu'),
  }))
  const places = pack.passages.flatMap((passage) => placesOf(passage, read))

  /** The terms of a question, and of the one before if it depends on that. */
  function termsWith(question: string, previous = ''): Term[] {
    const terms = termsOf(question)
    const isFollowUp = terms.filter(({ importance }) => importance === 1).length < 2
    return isFollowUp ? [...terms, ...termsOf(previous, EARLIER)] : terms
  }

  /** @param previous the visitor's question before this one */
  return (question: string, previous?: string): Quote[] | undefined => {
    const terms = termsWith(question, previous)
    if (terms.length === 0) return undefined
    const asked = kinds.filter(({ asks }) => asks.test(question.toLowerCase()))
    const ranked = rank(places, terms, asked)
    const [best, second, third] = ranked.filter(
      ({ place }, at) => ranked.findIndex((other) => other.place.block === place.block) === at,
    )
    if (!best) return undefined
    const marginTo = (other: Ranked | undefined) =>
      Math.min(MAX_MARGIN, best.score - (other?.score ?? 0))
    const evidence =
      BIAS +
      COVERAGE * best.coverage +
      NEAR * best.inside +
      SECOND * marginTo(second) +
      THIRD * marginTo(third) +
      TITLED * closeness(best.place, terms) +
      (best.inside > WHOLE ? ALL : 0) +
      (asked.length > 0 ? ASKS_KIND : 0)
    if (1 / (1 + Math.exp(-evidence)) < CERTAIN) return undefined
    const isClose = second && marginTo(second) < CLOSE
    return [best, ...(isClose ? [second] : [])].map(({ place }) => quoteOf(place))
  }
}

/** The sentences, best first. */
function rank(
  places: readonly Place[],
  terms: readonly Term[],
  asked: readonly { readonly holds: RegExp }[],
): Ranked[] {
  const strengths = places.map((place) => terms.map((term) => strengthIn(place, term)))
  const weights = terms.map(({ importance }, term) => {
    const having = strengths.filter((strength) => strength[term]!.found >= FOUND).length
    return importance * Math.log(1 + places.length / (having + 1))
  })
  const kindWeight = KIND * Math.log(1 + places.length / 4)
  let total = kindWeight * asked.length
  for (const weight of weights) total += weight
  return places
    .map((place, index) => {
      const sentence = place.block.sentences[place.at]!
      const held = kindWeight * asked.filter(({ holds }) => holds.test(sentence)).length
      const share = (of: 'found' | 'near') => {
        let sum = held
        weights.forEach((weight, term) => {
          sum += weight * strengths[index]![term]![of]
        })
        return sum / total
      }
      const [coverage, inside] = [share('found'), share('near')]
      return { place, coverage, inside, score: coverage + INSIDE * inside - LATER * place.at }
    })
    .sort((one, other) => other.score - one.score)
}

const quoteOf = (place: Place): Quote => ({
  text: quote(place),
  title: place.passage.title,
  url: place.passage.url,
})
