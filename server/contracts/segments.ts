/** GSM 03.38: characters that take one septet, and those that take two (preceded by an escape). */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('\f^{}\\[~]|€')

/** Capacity of one segment per encoding: as a single message, and as part of several. */
const GSM = { alone: 160, part: 153 }
const UCS2 = { alone: 70, part: 67 }

/** Encoding and segmentation of an SMS text. */
export interface SmsShape {
  readonly encoding: 'gsm' | 'ucs2'
  readonly segments: number
  /** Septets or UTF-16 units used. */
  readonly used: number
  /** Units left in the last segment. */
  readonly left: number
  /** Capacity of one segment at this length. */
  readonly capacity: number
  /** Distinct characters that are not in GSM 03.38. */
  readonly foreign: readonly string[]
}

/** Reports whether a character is in GSM 03.38. */
export const isGsm = (character: string): boolean => BASIC.has(character) || EXTENDED.has(character)

/**
 * Segments in which an SMS is sent and billed (docs/spec/decisions.md, section 5): GSM 03.38 in septets if it covers every
 * character, otherwise UCS-2 in UTF-16 units. Extended characters and surrogate pairs never straddle two segments.
 */
export const segmentsOf = (body: string): number => shapeOf(body).segments

/** Encoding and segmentation details behind `segmentsOf`. */
export function shapeOf(body: string): SmsShape {
  const characters = [...body]
  const foreign = [...new Set(characters.filter((character) => !isGsm(character)))]
  const encoding = foreign.length === 0 ? 'gsm' : 'ucs2'
  const { alone, part } = encoding === 'gsm' ? GSM : UCS2
  const sizes = characters.map((character) => sizeOf(character, encoding))
  const used = sizes.reduce((sum, size) => sum + size, 0)
  if (used <= alone)
    return { encoding, segments: 1, used, left: alone - used, capacity: alone, foreign }
  let segments = 1
  let filled = 0
  for (const size of sizes) {
    if (filled + size > part) {
      segments += 1
      filled = 0
    }
    filled += size
  }
  return { encoding, segments, used, left: part - filled, capacity: part, foreign }
}

function sizeOf(character: string, encoding: SmsShape['encoding']): number {
  if (encoding === 'ucs2') return character.length
  return EXTENDED.has(character) ? 2 : 1
}
