import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDtmfDetector, dtmfSound } from '../../../server/media/dtmf.ts'
import { muLaw } from '../../../server/media/g711.ts'
import { createResampler } from '../../../server/media/resample.ts'
import { joined, toneOf } from '../../../server/media/tone.ts'
import { toneSpeech } from '../../support/tone-speech.ts'

const ALL = '1234567890*#ABCD'
const digits = fc.string({ unit: fc.constantFrom(...ALL), maxLength: 8 })
const heardIn = (pcm: Int16Array, rate = 8000) => createDtmfDetector(rate).push(pcm)

/** A digit's pair of tones, surrounded by silence. */
function pair(row: number, column: number, { ms = 100, peaks = [8000, 8000] } = {}) {
  const tone = (pitch: number, peak: number) => toneOf({ pitches: [pitch], ms, rate: 8000, peak })
  const [low, high] = [tone(row, peaks[0]!), tone(column, peaks[1]!)]
  return joined([
    new Int16Array(500),
    low.map((sample, at) => sample + high[at]!),
    new Int16Array(800),
  ])
}

test('digits are decoded as sent, at any rate and with any chunking', () => {
  fc.assert(
    fc.property(
      digits,
      fc.constantFrom(8000, 16_000),
      fc.nat(500),
      fc.integer({ min: 1, max: 700 }),
      (sent, rate, offset, size) => {
        const sound = joined([new Int16Array(offset), dtmfSound(sent, rate)])
        const detector = createDtmfDetector(rate)
        let heard = ''
        for (let at = 0; at < sound.length; at += size)
          heard += detector.push(sound.subarray(at, at + size))
        expect(heard).toBe(sent)
      },
    ),
  )
})

test('digits survive a telephone line', () => {
  const sent = createResampler(24_000, 8000).push(dtmfSound(ALL, 24_000))
  expect(heardIn(muLaw.decode(muLaw.encode(sent)))).toBe(ALL)
})

test('a digit lasts 100 ms and is followed by 80 ms of silence', () => {
  const sound = dtmfSound('5', 8000)
  expect(sound.length).toBe(1440)
  expect(sound.subarray(0, 800).some((sample) => Math.abs(sample) > 20_000)).toBe(true)
  expect(sound.subarray(800).every((sample) => sample === 0)).toBe(true)
})

test('a wait is a pause of half a second', () => {
  expect(dtmfSound('w', 8000)).toEqual(new Int16Array(4000))
  expect(heardIn(dtmfSound('1w,1', 8000))).toBe('11')
})

test('characters not on a keypad are rejected', () => {
  expect(() => dtmfSound('1E', 8000)).toThrow(RangeError)
})

test('a digit held for long is one digit', () => {
  expect(heardIn(pair(770, 1336, { ms: 3000 }))).toBe('5')
})

test('tones of 40 ms with pauses of 40 ms are detected, and ones of 20 ms are not', () => {
  for (let offset = 0; offset < 102; offset += 7) {
    const sound = (ms: number) => pair(770, 1336, { ms }).subarray(500, 500 + 8 * (ms + 40))
    const twice = joined([new Int16Array(offset), sound(40), sound(40)])
    expect(heardIn(twice)).toBe('55')
    expect(heardIn(joined([new Int16Array(offset), sound(20), new Int16Array(400)]))).toBe('')
  }
})

test('a frequency may be 1.5 % off, and 3.5 % is too much', () => {
  for (const [digit, row, column] of [
    ['1', 697, 1209],
    ['D', 941, 1633],
  ] as const) {
    for (const off of [0.985, 1.015]) expect(heardIn(pair(row * off, column * off))).toBe(digit)
    for (const off of [0.965, 1.035]) expect(heardIn(pair(row * off, column * off))).toBe('')
  }
})

test('one tone of a pair may be 8 dB louder than the other', () => {
  expect(heardIn(pair(852, 1477, { peaks: [4000, 10_000] }))).toBe('9')
  expect(heardIn(pair(852, 1477, { peaks: [10_000, 4000] }))).toBe('9')
})

test('anything else is not a digit: silence, a hum, single tones, noise, tone speech', () => {
  const noise = Int16Array.from({ length: 80_000 }, (_, at) => 9000 * Math.sin(at * at * 12.9898))
  const single = toneOf({ pitches: [1336], ms: 1000, rate: 8000, peak: 12_000 })
  const chord = toneOf({ pitches: [440, 550, 660], ms: 1000, rate: 8000, peak: 8000 })
  const hum = pair(697, 1209, { peaks: [100, 100] })
  const speech = toneSpeech('The quick brown fox jumps over the lazy dog.', 8000)
  for (const sound of [new Int16Array(8000), noise, single, chord, hum, speech])
    expect(heardIn(sound)).toBe('')
})
