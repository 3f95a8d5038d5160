import asleepEnglish from '../locales/en-asleep.json' with { type: 'json' }
import { wordsOf } from '../more/words.ts'
import type { Language, Texts } from '../texts.ts'

/** All texts of a language, including those shown while Parley cannot be reached, which English loads separately. */
export const asleepWordsOf = (texts: Texts): Language => ({ ...asleepEnglish, ...wordsOf(texts) })
