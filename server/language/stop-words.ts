import words from './stop-words.json' with { type: 'json' }

/** A language that Parley has phrases, stop words and stems for. */
export type KnownLanguage = keyof typeof words

const setOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** Words that carry no topic, folded (lower case, no accents); they also tell which language a message is written in. */
export const STOP_WORDS: Readonly<Record<KnownLanguage, ReadonlySet<string>>> = {
  en: setOf(words.en),
  de: setOf(words.de),
  fr: setOf(words.fr),
  es: setOf(words.es),
  it: setOf(words.it),
  pt: setOf(words.pt),
  nl: setOf(words.nl),
}

/** Tells a known language by its code. */
export function isKnown(language: string): language is KnownLanguage {
  return Object.hasOwn(STOP_WORDS, language)
}
