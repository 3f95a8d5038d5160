import words from './stop-words.json' with { type: 'json' }

/** A language with phrases, stop words and stems. */
export type KnownLanguage = keyof typeof words

const setOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** Words without topic, folded (lower case, no accents); they also identify the language of a message. */
export const STOP_WORDS: Readonly<Record<KnownLanguage, ReadonlySet<string>>> = {
  en: setOf(words.en),
  de: setOf(words.de),
  fr: setOf(words.fr),
  es: setOf(words.es),
  it: setOf(words.it),
  pt: setOf(words.pt),
  nl: setOf(words.nl),
}

/** Type guard for codes of known languages. */
export function isKnown(language: string): language is KnownLanguage {
  return Object.hasOwn(STOP_WORDS, language)
}
