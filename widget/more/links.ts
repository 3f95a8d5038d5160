/**
 * A web address: it takes a bracket along only as a pair, and leaves the sentence its own punctuation. Its host is ASCII and
 * comes first, so that what is read is where it leads.
 */
const URLS =
  /\b(https?:\/\/(?![^\s/]*[^\s!-?A-~])(?:[^\s<>"'()]|\([^\s<>"'()]*\))*(?:[^\s<>"'().,;:!?*_\]}]|\([^\s<>"'()]*\)))/gi

/** A text cut at its web addresses: plain, address, plain, address and so on. */
export function splitLinks(text: string): string[] {
  return text.split(URLS)
}
