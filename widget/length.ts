import type { MAX_MESSAGE as Max } from '#contracts/constants.ts'

/** Longest message, in code points. */
export const MAX_MESSAGE: typeof Max = 2000

/** Length as the server counts it: an emoji that is a single code point counts once. */
export function codePoints(text: string): number {
  return [...text].length
}
