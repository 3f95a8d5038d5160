import phrases from './call-phrases.json' with { type: 'json' }
import { isKnown, type KnownLanguage } from './stop-words.ts'

/** Reason why a caller was not connected to a person. */
export type Untaken = 'busy' | 'no-answer' | 'machine' | 'declined' | 'failed'

/** Standard sentences of a call, in one language. */
export interface CallPhrases extends Readonly<Record<Untaken, string>> {
  /** To the caller, before waiting. */
  readonly hold: string
  /** First words to the person who is to take the call, with the question to accept it. */
  readonly briefing: string
  readonly pressOne: string
  /** To the caller, at the start of a call that is recorded. */
  readonly recorded: string
  /** To the caller, once a person takes the call. */
  readonly connected: string
}

const PHRASES: Readonly<Record<KnownLanguage, CallPhrases>> = phrases

/** The sentences of a language, `de` or `de-AT`; English if the language is unknown. */
export function callPhrasesFor(language: string): CallPhrases {
  const [base = ''] = language.toLowerCase().split(/[-_]/)
  return PHRASES[isKnown(base) ? base : 'en']
}
