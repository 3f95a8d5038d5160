/** GSM 03.38: what needs one septet, and what needs two (an escape comes before it). */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('\f^{}\\[~]|€')

/** What one segment holds of each encoding: alone, and as a part of several. */
const GSM = { alone: 160, part: 153 }
const UCS2 = { alone: 70, part: 67 }

/**
 * Segments that an SMS is sent and billed in (decisions.md, section 5): GSM 03.38 in septets where every character
 * has one, otherwise UCS-2 in UTF-16 units. Neither an extended character nor a surrogate pair straddles two segments.
 */
export function segmentsOf(body: string): number {
  const characters = [...body]
  const isGsm = characters.every((character) => BASIC.has(character) || EXTENDED.has(character))
  const capacity = isGsm ? GSM : UCS2
  const sizes = characters.map((character) =>
    isGsm ? (EXTENDED.has(character) ? 2 : 1) : character.length,
  )
  if (sizes.reduce((sum, size) => sum + size, 0) <= capacity.alone) return 1
  let segments = 1
  let filled = 0
  for (const size of sizes) {
    if (filled + size > capacity.part) {
      segments += 1
      filled = 0
    }
    filled += size
  }
  return segments
}
