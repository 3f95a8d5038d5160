import moreEnglish from '../locales/en-more.json' with { type: 'json' }
import type { Language, Texts } from '../texts.ts'

/** All texts of a language; for English, adds those of the parts loaded on demand. */
export function wordsOf(texts: Texts): Language {
  return { ...moreEnglish, ...texts } as Language
}
