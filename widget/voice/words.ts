import voiceEnglish from '../locales/en-voice.json' with { type: 'json' }
import type { Language } from '../texts.ts'
import type { View } from '../view.ts'

/** All texts of a language, including those of calls, which English loads separately. */
export function voiceWordsOf({ texts, more }: Pick<View, 'texts' | 'more'>): Language {
  return { ...voiceEnglish, ...more!.wordsOf(texts) }
}
