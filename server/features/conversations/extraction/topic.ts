import { fold } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { contentWords, languageOf, wordsOf } from '../../../language/words.ts'
import type { Field } from './fields.ts'

/** The words of a field's topic, as stems. */
export interface Topic {
  readonly language: KnownLanguage
  /** From the field's name. */
  readonly title: ReadonlySet<string>
  /** From its name and description, with synonyms. */
  readonly all: ReadonlySet<string>
}

/** Words that are common in descriptions of any field. */
const FILLERS = new Set(
  'customer customers caller client visitor user person number whether wants wanted want like given gave says said mentioned provided value field true false full first last kunde kunden anrufer anzahl client cliente numero nombre klant aantal'.split(
    ' ',
  ),
)

/** Synonyms that people use for quantities, and for names in any language. */
const SYNONYMS: readonly (readonly string[])[] = [
  'name namen nom nombre nome naam',
  'guests guest people persons party attendees participants seats gaste personen leute',
  'age old years alter jahre alt',
  'children kids child kinder',
  'quantity pieces units items menge stuck',
  'rooms room bedrooms zimmer',
  'nights night nachte',
].map((group) => group.split(' '))

/** Topic of a field, from its name and description. */
export function topicOf({ name, description }: Field, conversationLanguage: string): Topic {
  const language = languageOf(description, conversationLanguage)
  const title = stemsOf(name.replaceAll('_', ' '), language)
  return { language, title, all: new Set([...title, ...stemsOf(description, language)]) }
}

function stemsOf(text: string, language: KnownLanguage): Set<string> {
  const words = contentWords(text, language).filter(({ written }) => !FILLERS.has(fold(written)))
  const more = SYNONYMS.filter((group) =>
    words.some(({ written }) => group.includes(fold(written))),
  )
  return new Set([
    ...words.map(({ stem }) => stem),
    ...more.flat().flatMap((word) => wordsOf(word, language).map(({ stem }) => stem)),
  ])
}
