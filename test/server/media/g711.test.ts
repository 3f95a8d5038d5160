import { expect, test } from 'vitest'
import { aLaw, type Companding, muLaw } from '../../../server/media/g711.ts'

/** Table 2a of ITU-T G.711 in 16 bits: decision values 0, 1, 3 … 31, 35 … 8159 of 14 bits. */
const MU_DECISIONS = decisions({ first: [0, 1], steps: 15, width: 2, chords: 8, scale: 4 })

/** Table 1a in 16 bits: decision values 0, 2, 4 … 64, 68 … 4096 of 13 bits (two chords of the same width). */
const A_DECISIONS = decisions({ first: [0], steps: 32, width: 2, chords: 7, scale: 8 })

interface Shape {
  first: number[]
  steps: number
  width: number
  chords: number
  scale: number
}

/** The first chord has `steps` steps of `width`; each following chord has 16, twice as wide as in the one before. */
function decisions({ first, steps, width, chords, scale }: Shape): number[] {
  const values = [...first]
  for (let chord = 0; chord < chords; chord += 1) {
    for (let step = 0; step < (chord === 0 ? steps : 16); step += 1)
      values.push(values.at(-1)! + width * 2 ** chord)
  }
  return values.map((value) => value * scale)
}

/** Decoded values: the midpoints between decision values; the first of mu-law is 0. */
const outputs = (edges: number[], isZeroKept: boolean) =>
  edges.slice(1).map((edge, index) => (index === 0 && isZeroKept ? 0 : (edge + edges[index]!) / 2))

const everySample = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768)
const everyCode = Uint8Array.from({ length: 256 }, (_, index) => index)

const LAWS: [string, Companding, number[], number[], (place: number) => number][] = [
  ['mu-law', muLaw, MU_DECISIONS, outputs(MU_DECISIONS, true), (place) => 0xff - place],
  ['A-law', aLaw, A_DECISIONS, outputs(A_DECISIONS, false), (place) => (0x80 + place) ^ 0x55],
]

test('the tables match the recommendation', () => {
  expect([MU_DECISIONS.length, MU_DECISIONS.at(-1)]).toEqual([129, 8159 * 4])
  expect([A_DECISIONS.length, A_DECISIONS.at(-1)]).toEqual([129, 4096 * 8])
})

test.each(LAWS)(
  '%s decodes all 256 codes to the values of the table',
  (_, law, __, values, code) => {
    const decoded = law.decode(everyCode)
    values.forEach((value, place) => {
      expect(decoded[code(place)]! + 0).toBe(value)
      expect(decoded[code(place) ^ 0x80]! + 0).toBe(0 - value)
    })
  },
)

test.each(LAWS)(
  '%s puts all 65,536 samples between their decision values',
  (_, law, edges, __, code) => {
    const places = new Map(Array.from({ length: 128 }, (_, place) => [code(place), place]))
    const codes = law.encode(everySample)
    const wrong = [...everySample].filter((sample, index) => {
      const place = places.get(sample < 0 ? codes[index]! ^ 0x80 : codes[index]!)
      if (place === undefined) return true
      // The reference code counts negative samples from -1.
      const magnitude = sample < 0 ? -1 - sample : sample
      return magnitude < edges[place]! || (magnitude >= edges[place + 1]! && place < 127)
    })
    expect(wrong).toEqual([])
  },
)

test.each(LAWS)(
  '%s re-encodes every decoded code to itself, and has a code for silence',
  (_, law) => {
    const codes = everyCode.filter((code) => code !== 0x7f || law === aLaw)
    // Mu-law has two zeros, but decoded samples only one.
    expect(law.encode(law.decode(codes))).toEqual(codes)
    expect(law.encode(new Int16Array(1))[0]).toBe(law.silence)
  },
)
