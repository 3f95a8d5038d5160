/** Overhead of a message beside its text, tokens. */
export const FRAME = 4

/**
 * Estimates the tokens of a text: four letters of English, one and a half of Russian, one sign of Chinese each. Rather
 * too many than too few.
 */
export function tokensIn(text: string): number {
  const bytes = Buffer.byteLength(text)
  // What is not ASCII takes two to four bytes, so this is a little less than how many signs of it there are.
  const plain = text.replace(/[^\0-\x7f]+/g, '').length
  return Math.ceil(plain / 4 + (bytes - plain) / 3)
}

/** So many tokens of a text at most; its end is cut off, or its start. */
export function cutTo(text: string, tokens: number, cutOff: 'start' | 'end' = 'end'): string {
  const most = Math.max(0, tokens)
  let kept = text
  for (let all = tokensIn(kept); all > most; all = tokensIn(kept)) {
    const length = Math.floor(kept.length * Math.min(0.95, most / all))
    kept = cutOff === 'end' ? kept.slice(0, length) : kept.slice(kept.length - length)
  }
  return kept.toWellFormed()
}
