import phrases from './email-phrases.json' with { type: 'json' }

/** Standard sentences of an email to a visitor, in one language; `{name}` is the assistant. */
export interface EmailPhrases {
  readonly subject: string
  readonly lead: string
  /** Label of the link to the chat. */
  readonly back: string
  /** Why the recipient gets it. */
  readonly reason: string
  readonly unsubscribe: string
  /** Asked before no more email is sent. */
  readonly question: string
  readonly done: string
}

type Language = keyof typeof phrases

/** Languages written from right to left. */
const RTL: readonly string[] = ['ar', 'he'] satisfies Language[]

const isKnown = (language: string): language is Language => Object.hasOwn(phrases, language)

/** The sentences of the first known language, `de` or `de-AT`; English if there is none. */
export function emailPhrasesFor(...languages: readonly (string | null)[]) {
  const bases = languages.map((language) => language?.toLowerCase().split(/[-_]/)[0] ?? '')
  const language = bases.map((base) => (base === 'no' ? 'nb' : base)).find(isKnown) ?? 'en'
  const words: EmailPhrases = phrases[language]
  return { language, words, direction: RTL.includes(language) ? 'rtl' : 'ltr' } as const
}
