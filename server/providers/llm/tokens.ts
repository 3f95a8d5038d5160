/** Overhead per message, tokens. */
export const FRAME = 4

/** Estimates the tokens of a text: 4 characters of English, 1.5 of Russian and 1 of Chinese per token. Errs on the high side. */
export function tokensIn(text: string): number {
  const bytes = Buffer.byteLength(text)
  // Non-ASCII characters take two to four bytes: about one token per three bytes.
  const plain = text.replace(/[^\0-\x7f]+/g, '').length
  return Math.ceil(plain / 4 + (bytes - plain) / 3)
}

/** Cuts a text to a maximum number of tokens, at its end or its start. */
export function truncateTo(text: string, tokens: number, cutOff: 'start' | 'end' = 'end'): string {
  const most = Math.max(0, tokens)
  let kept = text
  for (let all = tokensIn(kept); all > most; all = tokensIn(kept)) {
    const length = Math.floor(kept.length * Math.min(0.95, most / all))
    kept = cutOff === 'end' ? kept.slice(0, length) : kept.slice(kept.length - length)
  }
  return kept.toWellFormed()
}
