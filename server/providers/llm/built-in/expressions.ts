import { ageAsked } from '../../../language/ages.ts'
import { type Concept, mentionsIn } from '../../../language/concepts.ts'
import { daysIn } from '../../../language/days.ts'
import { stem } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { tokenise } from '../../../language/tokens.ts'
import { contentWords } from '../../../language/words.ts'

/** A word of a question, or several that mean one thing together. */
export interface Expression {
  /** The stems of its words that carry meaning. */
  readonly stems: readonly string[]
  readonly written: string
  /** Concepts that it may name, and how surely, 0 to 1. */
  readonly concepts: ReadonlyMap<Concept, number>
}

/** The words and expressions of a text that carry meaning, except its days and ages. */
export function expressionsIn(text: string, language: KnownLanguage): Expression[] {
  const age = ageAsked(text)
  const content = contentWords(text, language).filter(
    ({ written }) => !isDay(written) && !(/^\d+$/.test(written) && Number(written) === age),
  )
  const words = tokenise(text)
  const stems = words.map((word) => stem(word, language))
  const mentions = mentionsIn(stems, language)
  let end = 0
  const several = mentions.filter(({ from, to }) => {
    // The longest expression counts, without those inside it.
    if (to - from === 1 || from < end) return false
    end = to
    return true
  })
  const contentStems = new Set(content.map((word) => word.stem))
  const phrases = several
    .map(({ from, to, concepts }) => ({
      stems: stems.slice(from, to).filter((one) => contentStems.has(one)),
      written: words.slice(from, to).join(' '),
      concepts,
    }))
    .filter(({ written }) => !isDay(written))
  const inPhrase = new Set(several.flatMap(({ from, to }) => stems.slice(from, to)))
  const single = content
    .filter((word) => !inPhrase.has(word.stem))
    .map(({ written, stem: word }) => expressionOf(word, written, language))
  return [...phrases, ...single]
}

/** A single word as an expression. */
export function expressionOf(
  stemmed: string,
  written: string,
  language: KnownLanguage,
): Expression {
  const [mention] = mentionsIn([stemmed], language)
  return { stems: [stemmed], written, concepts: mention?.concepts ?? new Map() }
}

const isDay = (words: string): boolean => {
  const { weekdays, dates, isHoliday } = daysIn(words)
  return weekdays.size > 0 || dates.size > 0 || isHoliday
}

/** Words before a noun. */
const DETERMINERS: Readonly<Partial<Record<KnownLanguage, string>>> = {
  en: 'a|an|the|any|some|my|your|our|his|her|their|no|of|for|with|have|sell|offer|which|what|many|got',
  fr: 'un|une|le|la|les|des|du|de|d|l|mon|ma|mes|votre|vos|notre|nos|avec|au|aux|en|quel|quelle',
  es: 'un|una|unos|unas|el|la|los|las|de|del|mi|mis|su|sus|tu|tus|con|hay|al|en|qué|tienen|tenéis|venden|vendéis|buscan',
}

/** Reports whether a question uses a word as a noun, as far as its spelling and the word before it tell. */
export function isNoun(written: string, question: string, language: KnownLanguage): boolean {
  if (language === 'de') return question.includes(capitalised(written))
  const determiners = DETERMINERS[language]
  if (determiners === undefined) return true
  return new RegExp(`(^|[\\s'’])(?:${determiners})[\\s'’]+(?:\\p{L}+\\s+)?${written}`, 'iu').test(
    question,
  )
}

/** Reports whether a question writes a word like a proper name; German capitalises every noun. */
export function isName(written: string, question: string, language: KnownLanguage): boolean {
  if (language === 'de' || !/^\p{L}/u.test(written)) return false
  return new RegExp(`[^\\s.!?¿¡]\\s+${capitalised(written)}`, 'u').test(question)
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
