import phrases from './call-phrases.json' with { type: 'json' }
import { isKnown, type KnownLanguage } from './stop-words.ts'

/** Reason for which a caller was not connected with a person. */
export type Untaken = 'busy' | 'no-answer' | 'machine' | 'declined' | 'failed'

/** Standard sentences of a call, in one language. */
export interface CallPhrases extends Readonly<Record<Untaken, string>> {
  /** To the caller, who waits from then on. */
  readonly hold: string
  /** First words to whoever is to take the call, and the question to them. */
  readonly briefing: string
  readonly pressOne: string
  /** To the caller, at the start of a call that is recorded. */
  readonly recorded: string
  /** To the caller, once somebody takes the call. */
  readonly connected: string
}

const PHRASES: Readonly<Record<KnownLanguage, CallPhrases>> = phrases

/** The sentences of a language, `de` or `de-AT`; English when the language is not known. */
export function callPhrasesFor(language: string): CallPhrases {
  const [base = ''] = language.toLowerCase().split(/[-_]/)
  return PHRASES[isKnown(base) ? base : 'en']
}
