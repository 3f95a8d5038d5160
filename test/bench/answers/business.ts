import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A question of a visitor, and how an answer to it is judged. */
export interface BusinessQuestion {
  readonly ask: string
  /** Questions of the visitor before this one, in order. */
  readonly after?: readonly string[]
  /** Each of these has to stand in a right answer, in any case; alternatives with `|`. */
  readonly says?: readonly string[]
  /** Words of a wrong answer. */
  readonly never?: readonly string[]
  /** Nothing in the documents answers it. */
  readonly unknown?: boolean
}

/** A business: the texts of its website, and questions of its visitors. */
export interface Business {
  readonly name: string
  /** Two-letter code. */
  readonly language: string
  readonly timezone: string
  /** Moment of the questions, ISO 8601. */
  readonly now: string
  readonly documents: readonly { readonly name: string; readonly markdown: string }[]
  readonly questions: readonly BusinessQuestion[]
}

/** Share of the businesses: worked on with, written for development, or kept apart for the report. */
export type Share = 'working' | 'development' | 'apart'

/** The businesses of a share, by name of file. */
export function businessesOf(share: Share): Business[] {
  const folder = path.join(import.meta.dirname, share)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
}

/**
 * Verdict on an answer: `shown` says that it does not know and shows the passage that answers; `honest` and `invented`
 * are for questions that nothing answers.
 */
export type Verdict = 'right' | 'shown' | 'unknown' | 'wrong' | 'honest' | 'invented'

/** Judges an answer; `isUnknown` tells that it says it does not know, with or without a hint. */
export function judge(
  { says = [], never = [], unknown = false }: BusinessQuestion,
  answer: string,
  isUnknown: boolean,
): Verdict {
  if (unknown) return isUnknown ? 'honest' : 'invented'
  const text = plain(answer)
  const has = (wanted: string) => wanted.split('|').some((one) => text.includes(plain(one)))
  const isRight = says.every(has) && !never.some(has)
  if (isUnknown) return isRight ? 'shown' : 'unknown'
  return isRight ? 'right' : 'wrong'
}

/** Small letters, with one kind of blank and of apostrophe. */
const plain = (text: string): string =>
  text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim()
