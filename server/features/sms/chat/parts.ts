import { MAX_SMS } from '#contracts/constants.ts'

/** Maximum number of messages per text. */
const MAX_PARTS = 5

/** Mark at the end of a truncated text. */
const ELLIPSIS = '…'

/** Splits a text into messages of a length, between words if possible; text beyond the maximum is cut off. */
export function partsOf(text: string, max = MAX_SMS): string[] {
  const parts: string[] = []
  let rest = [...text.trim()]
  while (rest.length > 0) {
    if (rest.length <= max) return [...parts, rest.join('')]
    const isLast = parts.length === MAX_PARTS - 1
    const length = cutWithin(rest, isLast ? max - ELLIPSIS.length : max)
    const part = rest.slice(0, length).join('').trimEnd()
    if (isLast) return [...parts, `${part}${ELLIPSIS}`]
    parts.push(part)
    rest = [...rest.slice(length).join('').trimStart()]
  }
  return parts
}

/** Position for a cut within a number of characters: after the last complete word. */
function cutWithin(characters: readonly string[], max: number): number {
  const space = characters.slice(0, max + 1).findLastIndex((character) => /\s/.test(character))
  return space > 0 ? space : max
}
