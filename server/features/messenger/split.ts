import { partsOf } from '../sms/chat/parts.ts'

/** Maximum number of messages per text. */
const MAX_PARTS = 5

/** Places where a text may be cut, the best first: between paragraphs, lines, and sentences. */
const CUTS = [/\n{2,}/g, /\n/g, /(?<=[.!?…。！？])\s+/g]

/**
 * Splits a text into messages of a length, between paragraphs if possible; text beyond the maximum is cut off.
 * @param max UTF-16 units
 */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > max && parts.length < MAX_PARTS - 1) {
    const length = cutWithin(rest, max)
    if (length === undefined) break
    parts.push(rest.slice(0, length).trimEnd())
    rest = rest.slice(length).trimStart()
  }
  // A code point has at most two units.
  const words = rest.length > max ? partsOf(rest, Math.floor(max / 2)) : [rest]
  const last = words.slice(0, MAX_PARTS - parts.length).filter((part) => part !== '')
  if (last.length < words.length && last.length > 0)
    last.push(
      `${last
        .pop()!
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`,
    )
  return [...parts, ...last]
}

/** Position of the last cut of the best kind in the second half of what fits; undefined if there is none. */
function cutWithin(text: string, max: number): number | undefined {
  const beginning = text.slice(0, max + 1)
  for (const cut of CUTS) {
    const at = [...beginning.matchAll(cut)].at(-1)?.index
    if (at !== undefined && at >= max / 2) return at
  }
  return undefined
}
