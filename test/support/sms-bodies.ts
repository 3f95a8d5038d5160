import fc from 'fast-check'
import { SegmentedMessage } from 'sms-segments-calculator'
import { segmentsOf } from '#contracts/segments.ts'

/** The original reference, without the "smart encoding" that would change the text. */
export const reference = (body: string) => new SegmentedMessage(body, 'auto', false)

const gsm = fc.constantFrom(...'abcXYZ019 @£$Δ_ÇØß\n\r¡')
const extended = fc.constantFrom(...'\f^{}\\[~]|€')
const ucs2 = fc.constantFrom(...'яЖ漢字’`\tç\u00a0“—')
const emoji = fc.constantFrom('😀', '🎉', '𝒳', '🜁')
const anything = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })

const alphabet = fc.oneof(
  { weight: 4, arbitrary: fc.constant([gsm, extended]) },
  { weight: 1, arbitrary: fc.constant([gsm]) },
  { weight: 4, arbitrary: fc.constant([gsm, extended, ucs2, emoji]) },
  { weight: 1, arbitrary: fc.constant([ucs2, emoji]) },
  { weight: 1, arbitrary: fc.constant([anything]) },
)

const length = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  // Lengths around the segment boundaries.
  fc.constantFrom(33, 34, 35, 36, 66, 67, 68, 70, 71, 80, 81, 134, 135, 152, 153, 154, 160, 161),
)

/** Message texts, many of them at the boundaries of segments. */
const smsBody = fc
  .tuple(alphabet, length)
  .chain(([units, size]) =>
    fc.string({ unit: fc.oneof(...units), minLength: size, maxLength: size, size: 'max' }),
  )

/**
 * Compares our segments with the reference's over random texts. Texts with grapheme clusters of several code
 * points are omitted, since the reference is wrong there, as `segments.test.ts` shows.
 */
export function bodyMismatches(count: number, seed: number) {
  let mismatches = 0
  const property = fc.property(smsBody, (body) => {
    const expected = reference(body)
    fc.pre(body.isWellFormed() && expected.graphemes.length === expected.numberOfUnicodeScalars)
    if (segmentsOf(body) !== expected.segmentsCount) mismatches += 1
  })
  const { numRuns } = fc.check(property, { numRuns: count, seed })
  return { compared: numRuns, mismatches }
}
