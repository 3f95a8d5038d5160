import moreEnglish from '../locales/en-more.json' with { type: 'json' }
import type { Language, Texts } from '../texts.ts'

/** All texts of a language: those of other languages come whole, English comes in two parts. */
export function wordsOf(texts: Texts): Language {
  return { ...moreEnglish, ...texts } as Language
}
