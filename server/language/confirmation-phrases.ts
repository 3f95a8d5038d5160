import phrases from './confirmation-phrases.json' with { type: 'json' }

/** Sentences of an email that asks an operator to confirm their address. */
type ConfirmationPhrases = (typeof phrases)['en']

const isKnown = (language: string): language is keyof typeof phrases =>
  Object.hasOwn(phrases, language)

/** The sentences of a language of the desk; English if it is not known. */
export function confirmationPhrasesFor(language: string) {
  const code = isKnown(language) ? language : 'en'
  const words: ConfirmationPhrases = phrases[code]
  return { language: code, words } as const
}
