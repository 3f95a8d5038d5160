import { ageAsked, agesIn } from '../../../language/ages.ts'
import { type Days, daysAsked, daysIn } from '../../../language/days.ts'
import { type HintKind, hintsOf, looksLike, topicOf } from '../../../language/hints.ts'
import { stem } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import {
  contentWords,
  isWeak,
  namesOf,
  synonymsOf,
  type Word,
  wordsOf,
} from '../../../language/words.ts'
import { alike, nearest } from './alike.ts'

/** The visitor's question, and the previous one if it depends on that. */
export interface Question {
  readonly text: string
  readonly previous: string | undefined
  readonly language: KnownLanguage
  /** Time of the question; undefined if irrelevant. */
  readonly now?: Date | undefined
  readonly timezone?: string | undefined
}

/** A text and the stems in it. */
export interface Text {
  readonly written: string
  readonly stems: ReadonlySet<string>
  readonly days: Days
}

/** A word or aspect that a question asks for. */
export interface Term {
  readonly weight: number
  /** True if a match concerns the topic of the question rather than its phrasing. */
  readonly isTopic: boolean
  /** True if it occurs in most sources and therefore distinguishes none. */
  readonly isCommon: boolean
  /** True if only the sentence itself can match, not its heading or neighbours: a kind of value, or a day. */
  readonly isOwn: boolean
  /** Score of a text, from -1 to 1: negative if it is about something else. */
  match(text: Text): number
}

/** Weights of matches: the same word, and a synonym. */
const SAME = 1
const SYNONYM = 0.85

/** Weights of words and kinds of answer in a question. */
const WEAK = 0.2
const EARLIER = 0.45
const AGAIN = 0.3
const ABSENT = 2
const NAME = 1.2
const EVERYWHERE = 0.4
const DAY = 1
const AGE = 0.8
const ABOUT = 0.5
const HINT: Readonly<Record<HintKind, number>> = {
  price: 0.8,
  contact: 0.6,
  age: 0.5,
  duration: 0.5,
  amount: 0.3,
  time: 0.4,
  hours: 0.8,
  place: 0.15,
}

/** With fewer sources, no word counts as common. */
const FEW_SOURCES = 4

/** Maximum number of cached texts; the cache is cleared when it is full. */
const MAX_CACHED = 20_000

const kept = new Map<string, Text>()

/** Tokenizes a text for matching. */
export function textOf(written: string, language: KnownLanguage): Text {
  const key = `${language}${written}`
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= MAX_CACHED) kept.clear()
  const stems = new Set(wordsOf(written, language).map((word) => word.stem))
  const text = { written, stems, days: daysIn(written) }
  kept.set(key, text)
  return text
}

/** The weighted words of a question, and the kinds of answer it asks for. `sources` are complete texts. */
export function termsOf(
  question: Question,
  sources: readonly (readonly Text[])[],
): readonly Term[] {
  const { text, previous, language, now, timezone = 'UTC' } = question
  const days = daysAsked(text, now, timezone)
  const words = contentWords(text, language).filter(
    ({ written }) => !isDay(written) && !isAge(written, text),
  )
  const known = new Set(words.map((word) => word.stem))
  const earlier = (previous === undefined ? [] : contentWords(previous, language)).filter(
    (word) => !known.has(word.stem) && !isDay(word.written),
  )
  const isAlone = words.length + earlier.length === 0
  return [
    ...words.map((word, at) => {
      const term = weighed(word, question, sources)
      const isSaid = words
        .slice(0, at)
        .some(({ stem: other }) => areSynonyms(word.stem, other, language))
      return isSaid ? { ...term, weight: AGAIN * term.weight } : term
    }),
    ...earlier.map((word) => {
      const term = weighed(word, { ...question, text: previous! }, sources)
      return { ...term, weight: EARLIER * term.weight }
    }),
    ...dayTerms(days),
    ...ageTerms(ageAsked(text)),
    ...hintTerms(question, isAlone, known),
  ]
}

/** Ages are compared as numbers, not searched as words. */
const isAge = (word: string, question: string): boolean =>
  /^\d+$/.test(word) && Number(word) === ageAsked(question)

const isDay = (word: string): boolean => {
  const { weekdays, isHoliday } = daysIn(word)
  return weekdays.size > 0 || isHoliday
}

/** Weighs words by rarity: names, numbers and words missing from all sources weigh most, words in all sources little. */
function weighed(
  { written, stem: word }: Word,
  { text, language }: Question,
  sources: readonly (readonly Text[])[],
): Term {
  const isOwn = false
  const match = matcherOf(word, language)
  if (isWeak(word, language)) return { weight: WEAK, isTopic: false, isCommon: false, isOwn, match }
  const holding = sources.filter((texts) => texts.some((part) => match(part) > 0)).length
  if (holding === 0) {
    const meant = nearest(word, stemsOf(sources)) ?? nearest(word, namesOf(language))
    return meant === undefined
      ? { weight: ABSENT, isTopic: true, isCommon: false, isOwn, match }
      : { weight: 1, isTopic: true, isCommon: false, isOwn, match: matcherOf(meant, language) }
  }
  const isCommon = sources.length >= FEW_SOURCES && holding > sources.length / 2
  const rarity = Math.log(1 + sources.length / holding) / Math.log(1 + sources.length)
  const weight = (isName(written, text, language) ? NAME : 1) * (EVERYWHERE + 0.6 * rarity)
  return { weight: isCommon ? EVERYWHERE : weight, isTopic: true, isCommon, isOwn, match }
}

const stemsOf = (sources: readonly (readonly Text[])[]): Set<string> =>
  new Set(sources.flat().flatMap(({ stems }) => [...stems]))

/** Synonyms within a question count once: one word in a text answers both. */
const areSynonyms = (word: string, other: string, language: KnownLanguage): boolean =>
  synonymsOf(word, language).some((synonym) => stem(synonym, language) === other)

function isName(written: string, question: string, language: KnownLanguage): boolean {
  if (/\d/.test(written)) return true
  const capital = written.charAt(0).toUpperCase() + written.slice(1)
  // German capitalises every noun.
  return language !== 'de' && new RegExp(`[^\\s.!?¿¡]\\s+${capital}`, 'u').test(question)
}

function matcherOf(word: string, language: KnownLanguage): Term['match'] {
  const synonyms = new Set(synonymsOf(word, language).map((other) => stem(other, language)))
  // A base has many sentences and few words: each word is compared once.
  const compared = new Map<string, number>()
  const nearness = (other: string): number => {
    const near =
      compared.get(other) ?? (synonyms.has(other) ? SYNONYM : alike(word, other, language))
    compared.set(other, near)
    return near
  }
  return ({ stems }) => {
    if (stems.has(word)) return SAME
    let best = 0
    for (const other of stems) best = Math.max(best, nearness(other))
    return best
  }
}

/** A sentence about other days than those asked for answers a different question. */
function dayTerms({ weekdays, dates, isHoliday }: Days): Term[] {
  if (weekdays.size === 0 && dates.size === 0 && !isHoliday) return []
  const match = ({ days }: Text): number => {
    if ([...dates].some((date) => days.dates.has(date))) return 1
    if ((dates.size > 0 || isHoliday) && days.isHoliday) return dates.size > 0 ? 0.7 : 1
    if (weekdays.size === 0) return 0
    if ([...weekdays].every((day) => days.weekdays.has(day))) return 1
    return days.weekdays.size > 0 ? -1 : 0
  }
  return [{ weight: DAY, isTopic: true, isCommon: false, isOwn: true, match }]
}

/** A sentence about other ages than the one asked for answers a different question. */
function ageTerms(age: number | undefined): Term[] {
  if (age === undefined) return []
  const match = ({ written }: Text): number => {
    const ages = agesIn(written)
    if (ages.length === 0) return 0
    return ages.some(({ from, to }) => from <= age && age <= to) ? 1 : -0.5
  }
  return [{ weight: AGE, isTopic: true, isCommon: false, isOwn: true, match }]
}

/** The kinds of answer that a question asks for, by the form of a sentence and in some cases its topic. */
function hintTerms(
  { text, language }: Question,
  isAlone: boolean,
  known: ReadonlySet<string>,
): Term[] {
  return hintsOf(text).flatMap((kind): Term[] => {
    const topic = topicOf(kind, language)
    const stems = new Set(
      topic === undefined
        ? []
        : synonymsOf(stem(topic, language), language).map((word) => stem(word, language)),
    )
    const isImplied = [...stems].some((word) => known.has(word))
    const names = (found: Text) => [...stems].some((word) => found.stems.has(word))
    const shape: Term = {
      weight: isAlone ? 1 : HINT[kind],
      isTopic: isAlone,
      isCommon: false,
      isOwn: true,
      match: (found) => (looksLike(kind, found.written) ? 1 : names(found) ? 0.4 : 0),
    }
    const subject: Term = {
      weight: ABOUT,
      isTopic: true,
      isCommon: false,
      isOwn: false,
      match: (found) => (names(found) ? 1 : 0),
    }
    return stems.size > 0 && !isImplied && kind !== 'place' ? [shape, subject] : [shape]
  })
}
