import { expect, test } from 'vitest'
import { AmbientSound } from '#contracts/assistant-fields.ts'
import type { AmbientKind } from '../../../server/media/ambient.ts'
import { createDtmfDetector } from '../../../server/media/dtmf.ts'
import { createAmbience } from '../../../server/media/mix.ts'
import type { Rate } from '../../../server/media/rates.ts'
import { joined, toneOf } from '../../../server/media/tone.ts'
import { hearTones, toneSpeech } from '../../support/tone-speech.ts'

const KINDS = AmbientSound.options.filter((kind): kind is AmbientKind => kind !== 'off')
const level = (pcm: Int16Array) =>
  20 * Math.log10(Math.sqrt(pcm.reduce((sum, x) => sum + x * x, 0) / pcm.length) / 32_768)

const RATES = [8000, 16_000, 24_000] as const

/** This many seconds of silence, mixed with a background. */
function behind(kind: AmbientKind, { volume = 1, seconds = 10, rate = 8000 as Rate } = {}) {
  const ambience = createAmbience(kind, volume, rate)
  const silence = new Int16Array(rate / 50)
  return joined(Array.from({ length: seconds * 50 }, () => ambience.under(silence)))
}

test.each(KINDS)('%s is 26 dB below speech at full volume, and lower at lower settings', (kind) => {
  for (const rate of RATES) {
    expect(Math.abs(level(behind(kind, { rate })) + 46)).toBeLessThan(1.5)
    const half = level(behind(kind, { rate, volume: 0.5 }))
    expect(half - level(behind(kind, { rate }))).toBeCloseTo(-6, 0)
    expect(behind(kind, { rate, volume: 0, seconds: 1 }).every((sample) => sample === 0)).toBe(true)
  }
})

test.each(KINDS)('%s is deterministic, however it is chunked', (kind) => {
  const once = behind(kind, { seconds: 1 })
  const ambience = createAmbience(kind, 1, 8000)
  const parts = [1, 159, 500, 7340].map((length) => ambience.under(new Int16Array(length)))
  expect(joined(parts)).toEqual(once)
})

test.each(KINDS)('%s continues without stopping or growing', (kind) => {
  const sound = behind(kind, { seconds: 40 })
  const levels = [0, 10, 20, 30].map((from) =>
    level(sound.subarray(from * 8000, (from + 10) * 8000)),
  )
  for (const each of levels) expect(Math.abs(each + 46)).toBeLessThan(6)
})

test('the background sounds are distinct', () => {
  const brightness = KINDS.map((kind) => {
    const sound = behind(kind)
    const slopes = sound.map((sample, at) => (sample - (sound[at - 1] ?? 0)) / 2)
    return Math.round(10 * (level(slopes) - level(sound)))
  })
  expect(new Set(brightness).size).toBe(KINDS.length)
})

test('speech and digits stay intelligible over it', () => {
  for (const kind of KINDS) {
    const ambience = createAmbience(kind, 1, 8000)
    expect(hearTones(ambience.under(toneSpeech('You can hear every word.', 8000)), 8000)).toBe(
      'You can hear every word.',
    )
    expect(createDtmfDetector(8000).push(behind(kind))).toBe('')
  }
})

test('when both are loud, the sum stays in range', () => {
  const loud = toneOf({ pitches: [1000], ms: 2000, rate: 8000, peak: 32_767 })
  const mixed = createAmbience('city', 1, 8000).under(loud)
  const changes = Array.from(mixed, (sample, at) => Math.abs(sample - loud[at]!))
  expect(Math.max(...changes)).toBeLessThan(2000)
})
