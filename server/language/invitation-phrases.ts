import phrases from './invitation-phrases.json' with { type: 'json' }

/** Sentences of an invitation to an account. */
type InvitationPhrases = (typeof phrases)['en']

const isKnown = (language: string): language is keyof typeof phrases =>
  Object.hasOwn(phrases, language)

/** The sentences of a language of the desk; English if it is not known. */
export function invitationPhrasesFor(language: string) {
  const code = isKnown(language) ? language : 'en'
  const words: InvitationPhrases = phrases[code]
  return { language: code, words } as const
}
