import type { KnownLanguage } from '../../../language/stop-words.ts'
import type { Text } from './text.ts'

/** The visitor's question, and the previous one if it depends on that. */
export interface Question {
  readonly text: string
  readonly previous: string | undefined
  /** The visitor's statements before asking, in the same message. */
  readonly told?: string | undefined
  readonly language: KnownLanguage
  /** Time of the question; undefined if irrelevant. */
  readonly now?: Date | undefined
  readonly timezone?: string | undefined
  /** The message asks more: its answers are short. */
  readonly isOneOfSeveral?: boolean
}

/** A word, or another aspect, that a question asks for. */
export interface Term {
  readonly weight: number
  /** The topic of a question, a word that says little, what is told around it, a kind of value, or a day or age. */
  readonly role: 'topic' | 'weak' | 'context' | 'kind' | 'date'
  /** True if nothing in the knowledge base matches. */
  readonly isAbsent: boolean
  readonly isNoun: boolean
  /** True if it is written like a proper name. */
  readonly isName: boolean
  /** True if it occurs in most sources and therefore distinguishes none. */
  readonly isCommon: boolean
  /** True if only the sentence itself can match, not its heading or neighbours. */
  readonly isOwn: boolean
  /** Score of a text, from -1 to 1: negative if it is about something else. */
  match(text: Text): number
}

/** The properties that terms other than words have in common. */
export const aspect = { isAbsent: false, isNoun: false, isName: false, isCommon: false }
