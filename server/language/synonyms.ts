import type { KnownLanguage } from './stop-words.ts'
import groups from './synonyms.json' with { type: 'json' }
import weak from './weak-words.json' with { type: 'json' }

/**
 * Groups of synonyms, one per string. Only topics that a desk is asked about: a group that is too wide makes the model
 * answer a different question.
 */
export const SYNONYMS: Readonly<Record<KnownLanguage, readonly string[]>> = groups

/** Content words with little meaning alone; a match on them alone is no answer. */
export const WEAK_WORDS: Readonly<Record<KnownLanguage, readonly string[]>> = {
  en: wordsIn(weak.en),
  de: wordsIn(weak.de),
  fr: wordsIn(weak.fr),
  es: wordsIn(weak.es),
  it: wordsIn(weak.it),
  pt: wordsIn(weak.pt),
  nl: wordsIn(weak.nl),
}

function wordsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}
