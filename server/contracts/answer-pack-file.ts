import type { PublicAssistant } from './widget.ts'

/*
 * The answer pack: a signed file with passages that the owner approved, from which the chat on a website answers while
 * Parley cannot be reached. Written by the server, read by the widget.
 */

/** Longest pack, bytes after gzip. */
export const MAX_PACK_BYTES = 60_000

/** Maximum number of passages of a pack. */
export const MAX_PACK_PASSAGES = 200

/** A paragraph, list or table of a passage. */
export interface PackBlock {
  readonly label?: string
  /** The line before a list that introduces it. */
  readonly lead?: string
  readonly sentences: readonly string[]
  /** 1 if each line stands by itself. */
  readonly list?: 1
}

/** An approved passage. */
export interface PackPassage {
  /** Name of the document, title of the page, or question of the entry. */
  readonly title: string
  readonly url?: string
  readonly heading: string
  readonly blocks: readonly PackBlock[]
}

/** Contents of a pack. */
export interface AnswerPack {
  /** UUID of the assistant. */
  readonly assistant: string
  readonly name: string
  /** Two-letter code. */
  readonly language: string
  readonly initial_message: string
  /** Display settings, as in `PublicAssistant`. */
  readonly settings: PublicAssistant['settings']
  /** ISO 8601. */
  readonly made_at: string
  readonly expires_at: string
  /** Words without a topic, folded, separated by blanks. */
  readonly stop: string
  /** Words that say little by themselves, folded, separated by blanks. */
  readonly weak: string
  /** For each kind of value, such as prices, regular expressions of questions for it (in lower case), and of its form in any case. */
  readonly kinds: readonly (readonly [asks: string, holds: string])[]
  /**
   * For each concept that the passages name, the words and expressions for it, folded and separated by `|`: those of
   * visitors and of the passages. `~` marks compounds that name it in part.
   */
  readonly lexicon: readonly string[]
  readonly passages: readonly PackPassage[]
}

/** The file: a pack as JSON, and the signature of exactly that text (ECDSA P-256 with SHA-256, IEEE P1363, base64url). */
export interface SignedAnswerPack {
  readonly pack: string
  readonly signature: string
}
