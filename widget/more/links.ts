/**
 * A URL, without the sentence's punctuation; a parenthesis belongs to it only as part of a pair. The host is ASCII and
 * comes
 * first, so the link leads where it appears to.
 */
const URLS =
  /\b(https?:\/\/(?![^\s/]*[^\s!-?A-~])(?:[^\s<>"'()]|\([^\s<>"'()]*\))*(?:[^\s<>"'().,;:!?*_\]}]|\([^\s<>"'()]*\)))/gi

/** Splits a text at its URLs: text, URL, text, URL and so on. */
export function splitLinks(text: string): string[] {
  return text.split(URLS)
}
