import { namesOf } from '../../../language/concepts.ts'
import { type HintKind, hintsOf } from '../../../language/hints.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { isWeak } from '../../../language/words.ts'
import { nearest } from './alike.ts'
import { dateTerms } from './days-asked.ts'
import { type Expression, expressionOf, expressionsIn, isName, isNoun } from './expressions.ts'
import { kindTerms } from './kinds.ts'
import { type Base, matcherOf } from './match.ts'
import { aspect, type Question, type Term } from './term.ts'
import { WEIGHTS } from './weights.ts'

/** The weighted terms of a question. */
export function termsOf(question: Question, base: Base): readonly Term[] {
  const { text, previous, told, language } = question
  const asked = expressionsIn(text, language)
  const known = new Set(asked.flatMap(({ stems }) => stems))
  const others = (other: string | undefined): Expression[] =>
    other === undefined
      ? []
      : expressionsIn(other, language).filter(({ stems }) => !stems.some((one) => known.has(one)))
  const weigh = (expression: Expression, factor: number): Term => {
    const term = weighed(expression, question, base)
    return { ...term, weight: factor * term.weight }
  }
  const words = [
    ...asked.map((one, at) => weigh(one, isSaid(one, asked.slice(0, at)) ? WEIGHTS.again : 1)),
  ]
  const earlier = others(previous).map((one) => weigh(one, WEIGHTS.earlier))
  const context = others(told).map((one) => weigh(one, WEIGHTS.told))
  const hasTopic = hasTopicIn(words)
  const concepts = new Set(asked.flatMap((one) => [...one.concepts.keys()]))
  const dates = dateTerms(question)
  const kinds = kindsAsked(question, hasTopic || hasTopicIn(earlier), dates)
  return [
    ...words,
    // A question without a topic of its own is about the one before it.
    ...(hasTopic ? asContext(earlier) : earlier),
    ...asContext(context),
    ...dates,
    ...kindTerms(kinds, language, concepts, words.length + earlier.length === 0),
  ]
}

const hasTopicIn = (terms: readonly Term[]): boolean => terms.some(({ role }) => role === 'topic')

/** "And on Monday?" asks for opening hours, if it is about nothing else. */
function kindsAsked(
  { text }: Question,
  hasTopic: boolean,
  dates: readonly Term[],
): readonly HintKind[] {
  const kinds = hintsOf(text)
  const isDayAlone = !hasTopic && dates.some(({ role }) => role === 'date')
  return isDayAlone && kinds.length === 0 ? ['hours'] : kinds
}

/** Terms that help to find the answer, but need not be in it. */
const asContext = (terms: readonly Term[]): Term[] =>
  terms
    .filter(({ isAbsent, role }) => role === 'topic' && !isAbsent)
    .map((term) => ({ ...term, role: 'context' }))

/** Two words for the same thing count little more than one: one word in a text answers both. */
const isSaid = ({ concepts }: Expression, before: readonly Expression[]): boolean =>
  before.some((one) => [...concepts.keys()].some((concept) => one.concepts.has(concept)))

/** Weighs an expression by rarity: what is in few passages weighs most, and what is in none. */
function weighed(expression: Expression, { text, language }: Question, base: Base): Term {
  const { written, stems, concepts } = expression
  const isKnown = concepts.size > 0
  if (saysLittle(expression, language)) {
    const match = matcherOf(expression, language, base)
    const weight = isKnown ? WEIGHTS.weakKnown : WEIGHTS.weak
    return { ...aspect, weight, role: 'weak', isOwn: false, match }
  }
  let match = matcherOf(expression, language, base)
  let spread = spreadOf(match, base)
  const meant = spread > 0 || isKnown ? undefined : meantBy(stems[0]!, language, base)
  if (meant !== undefined) {
    match = matcherOf(meant, language, base)
    spread = spreadOf(match, base)
  }
  const isNamed = isName(written, text, language)
  const topic = { ...aspect, role: 'topic', isName: isNamed, isOwn: false, match } as const
  if (spread === 0) {
    return { ...topic, weight: 1, isAbsent: true, isNoun: isNoun(written, text, language) }
  }
  const total = base.passages.length
  const isCommon = total >= WEIGHTS.fewSources && spread > total / 2
  const rarity = Math.min(1, Math.log(1 + total / spread) / Math.log(1 + total))
  const weight = WEIGHTS.everywhere + (isCommon ? 0 : (1 - WEIGHTS.everywhere) * rarity)
  const isDistinct = !isCommon && (isNamed || /\d/.test(written))
  return { ...topic, isCommon, weight: isDistinct ? WEIGHTS.name * weight : weight }
}

/**
 * Reports whether an expression is no topic: words that say little alone, and numbers, which set out the visitor's case
 * more often than they stand in the answer.
 */
const saysLittle = ({ stems, written }: Expression, language: KnownLanguage): boolean =>
  /^\d+$/.test(written) || stems.every((word) => isWeak(word, language))

/** Number of passages that match about as well as the best one. */
function spreadOf(match: Term['match'], { passages }: Base): number {
  const strengths = passages.map((texts) =>
    texts.reduce((best, text) => Math.max(best, match(text)), 0),
  )
  const most = Math.max(0, ...strengths)
  if (most < WEIGHTS.least) return 0
  const least = Math.max(WEIGHTS.least, most - WEIGHTS.range)
  return strengths.filter((strength) => strength >= least).length
}

/** A misspelt word as one of the sources or of the lexicon. */
function meantBy(word: string, language: KnownLanguage, base: Base): Expression | undefined {
  const meant = nearest(word, base.stems) ?? nearest(word, namesOf(language))
  return meant === undefined ? undefined : expressionOf(meant, meant, language)
}
