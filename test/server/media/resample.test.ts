import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResampler } from '../../../server/media/resample.ts'
import { toneOf } from '../../../server/media/tone.ts'

const RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000]
const PAIRS = RATES.flatMap((from) =>
  [8000, 16_000, 24_000].filter((to) => to !== from).map((to): [number, number] => [from, to]),
)

/** Amplitude of a tone in the middle of a signal, and the power of everything else, dB relative to full scale. */
function spectrumAt(pcm: Int16Array, pitch: number, rate: number) {
  // Long enough for whole periods of every multiple of 10 Hz.
  const part = pcm.subarray(rate / 10, rate / 10 + (rate * 6) / 10)
  const step = (2 * Math.PI * pitch) / rate
  let [sine, cosine, power] = [0, 0, 0]
  part.forEach((sample, at) => {
    sine += (sample * Math.sin(at * step) * 2) / part.length
    cosine += (sample * Math.cos(at * step) * 2) / part.length
    power += sample ** 2 / part.length
  })
  const amplitude = Math.hypot(sine, cosine)
  const rest = Math.max(power - amplitude ** 2 / 2, 0)
  return { amplitude, restDb: 10 * Math.log10(rest / (amplitude ** 2 / 2)), power }
}

const PEAK = 20_000
const toneThrough = (pitch: number, from: number, to: number) =>
  createResampler(from, to).push(toneOf({ pitches: [pitch], ms: 1000, rate: from, peak: PEAK }))

test.each(PAIRS)('%i to %i Hz passes telephone speech unchanged', (from, to) => {
  for (const pitch of [300, 1000, 3000]) {
    const { amplitude, restDb } = spectrumAt(toneThrough(pitch, from, to), pitch, to)
    expect(Math.abs(20 * Math.log10(amplitude / PEAK))).toBeLessThan(0.01)
    // Rounding to 16 bits alone leaves about -94 dB.
    expect(restDb).toBeLessThan(-85)
  }
})

test.each(PAIRS.filter(([from, to]) => from > to))(
  '%i to %i Hz has no audible aliasing',
  (from, to) => {
    for (const pitch of [to * 0.6, to * 0.7, to * 0.9].filter((pitch) => pitch < from / 2)) {
      const { power } = spectrumAt(toneThrough(pitch, from, to), pitch, to)
      expect(10 * Math.log10(power / (PEAK ** 2 / 2))).toBeLessThan(-80)
    }
  },
)

test('any chunking gives the same samples, as many as the ratio requires', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PAIRS),
      fc.array(fc.int16Array({ maxLength: 700 }), { maxLength: 6 }),
      ([from, to], chunks) => {
        const whole = Int16Array.from(chunks.flatMap((chunk) => [...chunk]))
        const resampler = createResampler(from, to)
        const parts = chunks.flatMap((chunk) => [...resampler.push(chunk)])
        expect(parts).toEqual([...createResampler(from, to).push(whole)])
        expect(parts.length).toBe(Math.ceil((whole.length * to) / from))
      },
    ),
  )
})

test('a frame of 20 ms becomes a frame of 20 ms', () => {
  for (const [from, to] of PAIRS) {
    const resampler = createResampler(from, to)
    for (let frame = 0; frame < 5; frame += 1)
      expect(resampler.push(new Int16Array(from / 50)).length).toBe(to / 50)
  }
})

test('the loudest sound stays in range', () => {
  const square = Int16Array.from({ length: 4800 }, (_, at) => (at % 60 < 30 ? 32_767 : -32_768))
  const out = createResampler(24_000, 8000).push(square)
  expect(Math.min(...out)).toBe(-32_768)
  expect(Math.max(...out)).toBe(32_767)
})

test('an invalid rate is rejected', () => {
  expect(() => createResampler(12_345, 8000)).toThrow(RangeError)
  expect(() => createResampler(8000, Number.NaN)).toThrow(RangeError)
})
