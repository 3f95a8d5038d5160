import { type HintKind, hintsOf, looksLike, topicOf } from '../../../language/hints.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import {
  contentWords,
  isWeak,
  stem,
  synonymsOf,
  type Word,
  wordsOf,
} from '../../../language/words.ts'

/** The visitor's question, and the previous one when it depends on that. */
export interface Question {
  readonly text: string
  readonly previous: string | undefined
  readonly language: KnownLanguage
}

/** A text and the stems in it. */
export interface Text {
  readonly written: string
  readonly stems: ReadonlySet<string>
}

/** One thing that a question asks for. */
export interface Term {
  readonly weight: number
  /** True if a match tells what the question is about, rather than how it is phrased. */
  readonly isTopic: boolean
  /** True if it occurs in most sources and therefore distinguishes none. */
  readonly isCommon: boolean
  /** Score in a text, 0 to 1. */
  match(text: Text): number
}

/** Weights of a match: the word itself, a synonym, a word with the same beginning. */
const SAME = 1
const SYNONYM = 0.85
const ALIKE = 0.7

/** Weights of a word and of a kind of answer in a question. */
const WEAK = 0.3
const EARLIER = 0.5
const ABSENT = 1.3
const NAME = 1.2
const EVERYWHERE = 0.5
const HINT: Readonly<Record<HintKind, number>> = {
  price: 0.8,
  duration: 0.4,
  amount: 0.3,
  time: 0.3,
  place: 0.15,
}

/** With fewer sources than this no word is called common. */
const FEW_SOURCES = 4

/** The words of a text, ready to be matched. */
export function textOf(written: string, language: KnownLanguage): Text {
  return { written, stems: new Set(wordsOf(written, language).map((word) => word.stem)) }
}

/** The words of a question with what each weighs, and the kinds of answer it asks for. `sources` are whole texts. */
export function termsOf(
  question: Question,
  sources: readonly (readonly Text[])[],
): readonly Term[] {
  const { text, previous, language } = question
  const words = contentWords(text, language)
  const known = new Set(words.map((word) => word.stem))
  const earlier = (previous === undefined ? [] : contentWords(previous, language)).filter(
    (word) => !known.has(word.stem),
  )
  return [
    ...words.map((word) => weighed(word, question, sources)),
    ...earlier.map(({ stem: word }) => {
      const weak = isWeak(word, language)
      return {
        weight: EARLIER * (weak ? WEAK : 1),
        isTopic: !weak,
        isCommon: false,
        match: matcherOf(word, language),
      }
    }),
    ...hintTerms(question, words.length + earlier.length === 0, known),
  ]
}

/** Rare words decide: a name, a number and a word that no source holds weigh most, a word in all of them little. */
function weighed(
  { written, stem: word }: Word,
  { text, language }: Question,
  sources: readonly (readonly Text[])[],
): Term {
  const match = matcherOf(word, language)
  if (isWeak(word, language)) return { weight: WEAK, isTopic: false, isCommon: false, match }
  const holding = sources.filter((texts) => texts.some((part) => match(part) > 0)).length
  const isCommon = sources.length >= FEW_SOURCES && holding > sources.length / 2
  const rarity = (isName(written, text, language) ? NAME : 1) * (holding === 0 ? ABSENT : 1)
  return { weight: isCommon ? EVERYWHERE : rarity, isTopic: true, isCommon, match }
}

function isName(written: string, question: string, language: KnownLanguage): boolean {
  if (/\d/.test(written)) return true
  const capital = written.charAt(0).toUpperCase() + written.slice(1)
  // German writes every noun with a capital.
  return language !== 'de' && new RegExp(`[^\\s.!?¿¡]\\s+${capital}`, 'u').test(question)
}

function matcherOf(word: string, language: KnownLanguage): Term['match'] {
  const others = synonymsOf(word, language).map((other) => stem(other, language))
  return ({ stems }) => {
    if (stems.has(word)) return SAME
    if (others.some((other) => stems.has(other))) return SYNONYM
    return [...stems].some((other) => beginAlike(word, other, language)) ? ALIKE : 0
  }
}

/** German and Dutch write compounds as one word; elsewhere only the ending may differ. */
function beginAlike(one: string, other: string, language: KnownLanguage): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const compounds = language === 'de' || language === 'nl'
  if (short.length < 5 || !long.startsWith(short)) return false
  return compounds || long.length - short.length <= (short.length >= 6 ? 4 : 2)
}

/** The kind of answer a question word asks for, unless another word of the question implies it. */
function hintTerms(
  { text, language }: Question,
  isAlone: boolean,
  known: ReadonlySet<string>,
): Term[] {
  return hintsOf(text).flatMap((kind) => {
    const topic = topicOf(kind, language)
    const group = topic === undefined ? [] : synonymsOf(stem(topic, language), language)
    const stems = group.map((word) => stem(word, language))
    if (stems.some((word) => known.has(word))) return []
    return {
      weight: isAlone ? 1 : HINT[kind],
      isTopic: isAlone || kind === 'price',
      isCommon: false,
      match: (found: Text) =>
        looksLike(kind, found.written) || stems.some((word) => found.stems.has(word)) ? 1 : 0,
    }
  })
}
