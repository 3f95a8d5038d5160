/** GSM 03.38: what needs one septet, and what needs two (an escape comes before it). */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('\f^{}\\[~]|€')

/** Capacity of one segment per encoding: alone, and as part of several. */
const GSM = { alone: 160, part: 153 }
const UCS2 = { alone: 70, part: 67 }

/** Encoding and segments of a text sent as SMS. */
export interface SmsShape {
  readonly encoding: 'gsm' | 'ucs2'
  readonly segments: number
  /** Septets or UTF-16 units that it takes. */
  readonly used: number
  /** Units left in the last segment. */
  readonly left: number
  /** Capacity of one segment at this length. */
  readonly capacity: number
  /** The characters, each once, that have no place in GSM 03.38. */
  readonly foreign: readonly string[]
}

/** Reports whether a character is in GSM 03.38. */
export const isGsm = (character: string): boolean => BASIC.has(character) || EXTENDED.has(character)

/**
 * Segments that an SMS is sent and billed in (docs/spec/decisions.md, section 5): GSM 03.38 in septets where every
 * character has one, otherwise UCS-2 in UTF-16 units. Neither an extended character nor a surrogate pair straddles two
 * segments.
 */
export const segmentsOf = (body: string): number => shapeOf(body).segments

/** The same with how that comes about. */
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
