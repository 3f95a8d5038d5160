import { expect, test } from 'vitest'
import { createPromptResampler } from '../../../server/media/resample.ts'
import { createFramer, type MicrophoneFrame } from '../../../widget/sound/framer.ts'

/** A tone at half amplitude. */
const tone = (rate: number, frequency: number, seconds: number): Float32Array =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, index) => 0.5 * Math.sin((2 * Math.PI * frequency * index) / rate),
  )

/** Converts in chunks of a length, including the end. */
function convert(input: Float32Array, from: number, to: number, piece: number): Float32Array {
  const resampler = createPromptResampler(from, to)
  const output: number[] = []
  for (let at = 0; at < input.length; at += piece)
    output.push(...resampler.push(input.subarray(at, at + piece)))
  output.push(...resampler.flush())
  return Float32Array.from(output)
}

/** Error power relative to the tone, dB below it, in the middle of the signal. */
function noise(output: Float32Array, expected: Float32Array): number {
  let [error, signal] = [0, 0]
  for (let index = 400; index < output.length - 400; index += 1) {
    error += (output[index]! - expected[index]!) ** 2
    signal += expected[index]! ** 2
  }
  return 10 * Math.log10(error / signal)
}

const RATES = [
  [48_000, 16_000],
  [44_100, 16_000],
  [24_000, 16_000],
  [8000, 16_000],
  [24_000, 48_000],
  [24_000, 44_100],
  [44_099, 16_000],
] as const

test.each(RATES)('a tone at %i Hz is the same tone at %i Hz', (from, to) => {
  const output = convert(tone(from, 1000, 0.5), from, to, 128)
  expect(output.length).toBe(Math.ceil((Math.round(from * 0.5) * to) / from))
  expect(noise(output, tone(to, 1000, 0.5))).toBeLessThan(-55)
})

test.each([100, 3000])(
  'frequencies below the band edge pass at %i Hz without loss',
  (frequency) => {
    const output = convert(tone(48_000, frequency, 0.5), 48_000, 16_000, 128)
    expect(noise(output, tone(16_000, frequency, 0.5))).toBeLessThan(-60)
  },
)

test('frequencies above the 16 kHz band are removed rather than aliased', () => {
  const output = convert(tone(48_000, 11_000, 0.5), 48_000, 16_000, 128)
  const loudest = Math.max(...output.subarray(400, -400).map(Math.abs))
  expect(20 * Math.log10(loudest / 0.5)).toBeLessThan(-60)
})

test('chunks of any length give the same result', () => {
  const input = tone(44_100, 440, 0.2)
  const whole = convert(input, 44_100, 16_000, input.length)
  for (const piece of [1, 127, 128, 1000]) {
    expect(convert(input, 44_100, 16_000, piece)).toEqual(whole)
  }
})

test('after the end a signal starts afresh', () => {
  const resampler = createPromptResampler(24_000, 48_000)
  const once = () => [...resampler.push(tone(24_000, 440, 0.02)), ...resampler.flush()]
  const first = once()
  expect(first).toHaveLength(960)
  expect(once()).toEqual(first)
})

test('the microphone gives frames of 320 samples with their peak, clipped rather than wrapped', () => {
  const frames: MicrophoneFrame[] = []
  const push = createFramer(48_000, (frame) => frames.push(frame))
  const input = tone(48_000, 1000, 0.1).map((value) => value * 4)
  for (let at = 0; at < input.length; at += 128) push(input.subarray(at, at + 128))
  expect(frames.map(({ samples }) => samples.length)).toEqual([320, 320, 320, 320])
  for (const { samples, peak } of frames) {
    expect(peak).toBe(1)
    expect(Math.max(...samples)).toBe(0x7fff)
    expect(Math.min(...samples)).toBe(-0x7fff)
  }
})

test('the peak is that of its frame alone', () => {
  const peaks: number[] = []
  const push = createFramer(16_000, ({ peak }) => peaks.push(peak))
  push(tone(16_000, 400, 0.04))
  push(new Float32Array(16_000))
  expect(peaks[0]).toBeCloseTo(0.5, 1)
  expect(peaks.at(-1)).toBe(0)
})

test('a dead microphone has a peak of exactly 0', () => {
  const peaks: number[] = []
  const push = createFramer(44_100, ({ peak }) => peaks.push(peak))
  push(new Float32Array(44_100))
  expect(new Set(peaks)).toEqual(new Set([0]))
})
