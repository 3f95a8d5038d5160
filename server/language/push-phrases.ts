import phrases from './push-phrases.json' with { type: 'json' }

/** Titles by kind of notification. */
type PushPhrases = (typeof phrases)['en']

const isKnown = (language: string): language is keyof typeof phrases =>
  Object.hasOwn(phrases, language)

/** Titles of notifications by web push, in a language of the desk; English if it is not known. */
export const pushPhrasesFor = (language: string): PushPhrases =>
  phrases[isKnown(language) ? language : 'en']
