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
  /** Label of the private link, and of the button of its page. */
  readonly continue: string
  /** Explains that link. */
  readonly link: string
  /** Asks for an answer by email, without a link. */
  readonly reply: string
  /** Page of the link: where it leads. */
  readonly opens: string
  readonly used: string
  readonly expired: string
  /** Label of the button for a chat without the link. */
  readonly fresh: string
  readonly failed: string
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
