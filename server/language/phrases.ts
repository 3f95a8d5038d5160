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
  /** The visitor asked for a person. */
  readonly person: string
  /** The visitor left contact details. */
  readonly noted: string
  /** The knowledge base holds no answer. */
  readonly unknown: string
  /** Follows `unknown`, before passages that may help. */
  readonly perhaps: string
  /** Only part of the question could be answered. */
  readonly partly: string
  /** No answer can be generated at present. */
  readonly unavailable: string
  /** The budget is exhausted. */
  readonly overBudget: string
  /** Asked after a silence on a call. */
  readonly stillThere: string
  /** A colleague has to approve what the assistant is about to do. */
  readonly checking: string
}

const PHRASES: Readonly<Record<KnownLanguage, Phrases>> = phrases

/** The phrases of a language, `de` or `de-AT`; English if the language is unknown. */
export function phrasesFor(language: string): Phrases {
  const [base = ''] = language.toLowerCase().split(/[-_]/)
  return PHRASES[isKnown(base) ? base : 'en']
}
