import { expect, test } from 'vitest'
import { segmentsOf } from '#contracts/segments.ts'
import { sample } from '../../support/sample.ts'
import { bodyMismatches, reference } from '../../support/sms-bodies.ts'

const times = (text: string, count: number) => text.repeat(count)

test.each([
  ['160 characters of GSM', times('a', 160), 1],
  ['161 characters of GSM', times('a', 161), 2],
  ['300 characters of GSM', times('a', 300), 2],
  ['306 characters of GSM', times('a', 306), 2],
  ['307 characters of GSM', times('a', 307), 3],
  ['80 extended characters', times('€', 80), 1],
  ['81 extended characters', times('€', 81), 2],
  ['300 extended characters', times('€', 300), 4],
  ['an extended character on the boundary', `${times('a', 152)}€${times('a', 152)}`, 3],
  ['an extended character before the boundary', `${times('a', 151)}€${times('a', 153)}`, 2],
  ['a form feed, which is an extended character', `${times('a', 159)}\f`, 2],
  ['every character of GSM but the extended', `${times('Δ', 100)}ÇØøÅåÆæßÉÄÖÑÜäöñüà¡¿`, 1],
  ['a typographic apostrophe', `${times('a', 159)}’`, 3],
  ['a backtick', `${times('a', 159)}\``, 3],
  ['a tab', `${times('a', 159)}\t`, 3],
  ['a small c with a cedilla', `${times('a', 159)}ç`, 3],
  ['a no-break space', `${times('a', 159)}\u00a0`, 3],
  ['70 Cyrillic letters', times('я', 70), 1],
  ['71 Cyrillic letters', times('я', 71), 2],
  ['134 Cyrillic letters', times('я', 134), 2],
  ['135 Cyrillic letters', times('я', 135), 3],
  ['300 Cyrillic letters', times('я', 300), 5],
  ['35 emoji', times('😀', 35), 1],
  ['36 emoji', times('😀', 36), 2],
  ['300 emoji', times('😀', 300), 10],
  ['an emoji on the boundary', `${times('я', 66)}😀${times('я', 66)}`, 3],
  ['an emoji before the boundary', `${times('я', 65)}😀${times('я', 67)}`, 2],
])('%s', (_, body, segments) => {
  expect(segmentsOf(body)).toBe(segments)
  expect(reference(body).segmentsCount).toBe(segments)
})

test('bodies of every kind are segmented as in the reference implementation', () => {
  const compared = sample(500, 10_000)
  expect(bodyMismatches(compared, Date.now())).toEqual({ compared, mismatches: 0 })
}, 60_000)

test('the reference is wrong about grapheme clusters: it keeps them whole, which no phone does, and so counts too few', () => {
  // One e with 299 accents is 300 UTF-16 units. A segment holds 67, so 5 are needed.
  const body = `e${times('\u0301', 299)}`
  expect(segmentsOf(body)).toBe(5)
  expect(reference(body).segmentsCount).toBe(2)
})
