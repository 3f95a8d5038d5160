import rareEnglish from '../locales/en-rare.json' with { type: 'json' }
import type { Language, Texts } from '../texts.ts'
import { wordsOf } from './words.ts'

/** All texts of a language, including those of the parts that few visitors see, which English loads with them. */
export const rareWordsOf = (texts: Texts): Language => ({ ...rareEnglish, ...wordsOf(texts) })
