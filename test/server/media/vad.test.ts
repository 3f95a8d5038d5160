import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChance } from '../../../server/features/demo/chance.ts'
import { joined, toneOf } from '../../../server/media/tone.ts'
import { createVoiceDetector, HANGOVER_MS } from '../../../server/media/vad.ts'
import { toneSpeech } from '../../support/tone-speech.ts'

type Rate = 8000 | 16000

/** Noises by name, all at about the same level. */
const NOISES: Record<string, (chance: () => number, rate: number) => (at: number) => number> = {
  white: (chance) => chance,
  brown: (chance) => {
    let last = 0
    return () => (last = 0.995 * last + chance() / 4)
  },
  hum: (_, rate) => (at) =>
    [1, 0.6, 0.4, 0.3, 0.2].reduce(
      (sum, part, above) => sum + part * Math.sin((2 * Math.PI * 50 * (above + 1) * at) / rate),
      0,
    ),
}

const power = (pcm: Int16Array) => pcm.reduce((sum, x) => sum + x * x, 0) / pcm.length

function noiseOf(name: string, seconds: number, rate: Rate, level: number): Int16Array {
  const chance = createChance(3)
  const next = NOISES[name]!(() => chance.next() * 2 - 1, rate)
  const samples = Float64Array.from({ length: seconds * rate }, (_, at) => next(at))
  const now = Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length)
  return Int16Array.from(samples, (x) => Math.max(-32_768, Math.min(32_767, (x * level) / now)))
}

const silence = (seconds: number, rate: Rate) => new Int16Array(seconds * rate)

/** Vowels: pulses of a gliding voice through three resonances, syllables of 200 ms with 50 ms between. */
function voice(seconds: number, rate: Rate, peak = 9000): Int16Array {
  const resonances = [600, 1200, 2400].map((pitch) => {
    const radius = Math.exp((-Math.PI * 90) / rate)
    return {
      a: 2 * radius * Math.cos((2 * Math.PI * pitch) / rate),
      b: -radius * radius,
      y: [0, 0],
    }
  })
  let phase = 0
  const samples = Float64Array.from({ length: seconds * rate }, (_, at) => {
    const before = phase
    phase = (phase + (120 + 20 * Math.sin(at / rate)) / rate) % 1
    const pulse = phase < before ? 1 : 0
    const within = (at / rate) % 0.25
    const envelope = within < 0.2 ? Math.min(1, within / 0.02, (0.2 - within) / 0.02) : 0
    return resonances.reduce((sum, resonance) => {
      const y = pulse * envelope + resonance.a * resonance.y[0]! + resonance.b * resonance.y[1]!
      resonance.y = [y, resonance.y[0]!]
      return sum + y
    }, 0)
  })
  const loudest = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0)
  return Int16Array.from(samples, (x) => (x / loudest) * peak)
}

const over = (a: Int16Array, b: Int16Array) => a.map((sample, at) => sample + (b[at] ?? 0))

/** Times at which speech started and ended, ms, and the last reading. */
function hear(pcm: Int16Array, rate: Rate, isPlaying = false, threshold?: number) {
  const detector = createVoiceDetector(rate, threshold)
  const starts: number[] = []
  const ends: number[] = []
  let last = { isSpeech: false, speechMs: 0, silenceMs: 0 }
  for (let at = 0; at + rate / 50 <= pcm.length; at += rate / 50) {
    const now = detector.push(pcm.subarray(at, at + rate / 50), isPlaying)
    const ms = (at * 1000) / rate + 20
    if (now.isSpeech && !last.isSpeech) starts.push(ms)
    if (!now.isSpeech && last.isSpeech) ends.push(ms)
    last = now
  }
  return { starts, ends, last }
}

test.each([8000, 16_000] as const)(
  'at %i Hz a voice is detected from its third frame, and its end after a pause',
  (rate) => {
    const { starts, ends } = hear(
      joined([silence(1, rate), voice(2, rate), silence(1, rate)]),
      rate,
    )
    expect(starts).toEqual([1060])
    // The last syllable ends 50 ms earlier.
    expect(ends).toHaveLength(1)
    expect(ends[0]).toBeGreaterThan(3080)
    expect(ends[0]).toBeLessThanOrEqual(3180)
  },
)

test.each(['white', 'brown', 'hum'].flatMap((name) => [20, 10].map((db) => [name, db] as const)))(
  'in %s noise %i dB below, a voice is detected within 120 ms, its end is found, and nothing else is speech',
  (name, db) => {
    for (const rate of [8000, 16_000] as const) {
      const speaking = voice(2, rate)
      const level = Math.sqrt(power(speaking)) / 10 ** (db / 20)
      const scene = over(noiseOf(name, 6, rate, level), joined([silence(3, rate), speaking]))
      const { starts, ends } = hear(scene, rate)
      expect(starts[0]).toBeGreaterThan(3000)
      expect(starts[0]).toBeLessThanOrEqual(3120)
      expect(ends.at(-1)).toBeGreaterThan(4900)
      expect(ends.at(-1)).toBeLessThanOrEqual(5200)
    }
  },
)

test('a higher threshold takes a quiet voice for noise, and a lower one detects an even quieter voice', () => {
  const isHeard = (db: number, threshold?: number) => {
    const speaking = voice(2, 16_000)
    const level = Math.sqrt(power(speaking)) / 10 ** (db / 20)
    const noise = noiseOf('white', 6, 16_000, level)
    const scene = over(noise, joined([silence(3, 16_000), speaking]))
    return hear(scene, 16_000, false, threshold).starts.length > 0
  }
  const levels = [10, 4, 0, -4, -8]
  const heard = (threshold?: number) => levels.filter((db) => isHeard(db, threshold)).length
  expect(heard(0.5)).toBe(heard())
  expect(heard(1)).toBeLessThan(heard())
  expect(heard(0)).toBeGreaterThan(heard())
  expect(heard(1)).toBeGreaterThan(0)
})

test('noise present from the start is not speech, however loud', () => {
  for (const name of Object.keys(NOISES))
    for (const level of [100, 1000, 8000])
      expect([name, hear(noiseOf(name, 10, 8000, level), 8000).starts]).toEqual([name, []])
})

test('a voice from the very first frame is not noise, and its end is detected, in a noisy room too', () => {
  for (const rate of [8000, 16_000] as const) {
    const speaking = voice(2, rate)
    const quiet = joined([speaking, silence(1, rate)])
    for (const scene of [quiet, over(noiseOf('white', 3, rate, 300), quiet)]) {
      const { starts, ends } = hear(scene, rate)
      expect(starts[0]).toBeLessThanOrEqual(80)
      expect(ends.at(-1)).toBeGreaterThan(1900)
      expect(ends.at(-1)).toBeLessThanOrEqual(2200)
    }
    const tones = hear(joined([toneSpeech('good morning', rate), silence(1, rate)]), rate)
    expect(tones).toMatchObject({ starts: [60], ends: [12 * 40 + 160] })
  }
})

test('a sudden noise is not speech, and a dial tone is not after 12 s', () => {
  for (const name of Object.keys(NOISES))
    expect(hear(joined([silence(2, 8000), noiseOf(name, 5, 8000, 2000)]), 8000).starts).toEqual([])
  const dialTone = toneOf({ pitches: [350, 440], ms: 16_000, rate: 8000, peak: 4000 })
  const { ends } = hear(joined([silence(2, 8000), dialTone]), 8000)
  expect(ends).toHaveLength(1)
  expect(ends[0]).toBeLessThan(14_500)
})

test('clicks and a DC offset are not speech', () => {
  const clicks = new Int16Array(80_000).map((_, at) =>
    at % 2960 < 24 ? (at % 2 ? 20_000 : -20_000) : 0,
  )
  expect(hear(clicks, 8000).starts).toEqual([])
  const constant = new Int16Array(16_000).fill(9000)
  expect(hear(joined([silence(1, 8000), constant]), 8000).starts).toEqual([])
})

test('tone speech is continuous speech, even when it has no pause for 10 s', () => {
  const spoken = toneSpeech(
    'The shop is open from nine to five on every day of the week. '.repeat(4),
    8000,
  )
  const { starts, ends } = hear(joined([silence(1, 8000), spoken]), 8000)
  expect(starts).toEqual([1060])
  expect(ends).toEqual([])
})

test('an echo of our own words is not speech, and a caller over it is', () => {
  const rate = 8000
  const room = noiseOf('white', 4, rate, 30)
  const scene = (peak: number) => over(room, joined([silence(1, rate), voice(2, rate, peak)]))
  // Over the noise by 4 to 10 dB, then by 25.
  const [echo, caller] = [scene(260), scene(4000)]
  expect(hear(echo, rate).starts).not.toEqual([])
  expect(hear(echo, rate, true).starts).toEqual([])
  expect(hear(caller, rate, true).starts[0]).toBeLessThanOrEqual(1080)
})

test('a pause counts from the end of the voice, and a short one belongs to the speech', () => {
  const rate = 8000
  const tones = toneSpeech('Hello', rate)
  const { last, starts, ends } = hear(
    joined([
      silence(1, rate),
      tones,
      new Int16Array(rate * 0.14),
      tones,
      new Int16Array(rate * 0.1),
    ]),
    rate,
  )
  expect([starts, ends]).toEqual([[1060], []])
  expect(last).toMatchObject({ isSpeech: true, speechMs: 200 + 140 + 200 + 100 })
  // The filter rings for a frame.
  expect(last.silenceMs).toBe(80)
  const apart = joined([silence(1, rate), tones, new Int16Array(rate * 0.2), tones])
  expect(hear(apart, rate)).toMatchObject({ starts: [1060, 1460], ends: [1380] })
})

test('any samples give finite readings, and silence is never speech', () => {
  fc.assert(
    fc.property(
      fc.array(fc.int16Array({ minLength: 160, maxLength: 160 }), { maxLength: 8 }),
      (frames) => {
        const detector = createVoiceDetector(8000)
        for (const frame of frames) {
          const { speechMs, silenceMs } = detector.push(frame)
          expect(speechMs % 20).toBe(0)
          expect(silenceMs).not.toBeNaN()
        }
        let last = { isSpeech: true }
        // The first silent frame may still be loud: the high-pass filter turns a jump to zero into a decaying
        // step.
        for (let ms = 0; ms < 20 + HANGOVER_MS; ms += 20) last = detector.push(new Int16Array(160))
        expect(last.isSpeech).toBe(false)
      },
    ),
  )
})
