import phrases from './operator-phrases.json' with { type: 'json' }

/** Sentences of an email to an operator; `{name}` is the visitor, or the number of visitors in `digest`. */
type OperatorPhrases = (typeof phrases)['en']

const isKnown = (language: string): language is keyof typeof phrases =>
  Object.hasOwn(phrases, language)

/** The sentences of a language of the desk; English if it is not known. */
export function operatorPhrasesFor(language: string | null) {
  const code = language !== null && isKnown(language) ? language : 'en'
  const words: OperatorPhrases = phrases[code]
  return { language: code, words } as const
}
