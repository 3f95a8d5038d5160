import phrases from './phrases.json' with { type: 'json' }
import { isKnown, type KnownLanguage } from './stop-words.ts'

/** Standard sentences of the built-in model in one language; `{name}` is the assistant's name. */
export interface Phrases {
  readonly greeting: string
  readonly howAreYou: string
  readonly whoAreYou: string
  readonly areYouABot: string
  readonly thanks: string
  readonly okay: string
  readonly bye: string
  /** A person was asked for. */
  readonly person: string
  /** Contact details were left. */
  readonly noted: string
  /** Nothing that is known answers the question. */
  readonly unknown: string
  /** Only a part of what was asked could be answered. */
  readonly partly: string
  /** No answer can be made at all just now. */
  readonly unavailable: string
  /** Answers cost money, and there is none left for now. */
  readonly overBudget: string
  /** Nobody has said anything on a call for a while. */
  readonly stillThere: string
}

const PHRASES: Readonly<Record<KnownLanguage, Phrases>> = phrases

/** The phrases of a language, `de` or `de-AT`; English when the language is not known. */
export function phrasesFor(language: string): Phrases {
  const [base = ''] = language.toLowerCase().split(/[-_]/)
  return PHRASES[isKnown(base) ? base : 'en']
}
