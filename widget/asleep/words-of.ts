import asleepEnglish from '../locales/en-asleep.json' with { type: 'json' }
import type { Language } from '../texts.ts'
import type { View } from '../view.ts'

/** All texts of a language, including those shown while Parley cannot be reached, which English loads separately. */
export function asleepWordsOf({ texts, more }: Pick<View, 'texts' | 'more'>): Language {
  return { ...asleepEnglish, ...more!.wordsOf(texts) }
}
