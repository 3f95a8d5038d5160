import fc from 'fast-check'
import { expect, test } from 'vitest'
import { muLaw } from '../../../server/media/g711.ts'
import { createResampler } from '../../../server/media/resample.ts'
import { joined } from '../../../server/media/tone.ts'
import { hearTones, toneSpeech } from '../../support/tone-speech.ts'

const SENTENCE =
  'We are open from nine to five, Monday to Friday; on Saturday we close at noon. Küche & Café: 24 €. Shall I book a table for you this week?'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })

/** Over a telephone line: 24 to 8 kHz, mu-law, 8 to 16 kHz. */
const byTelephone = (pcm: Int16Array) =>
  createResampler(8000, 16_000).push(
    muLaw.decode(muLaw.encode(createResampler(24_000, 8000).push(pcm))),
  )

test('a sentence is decoded letter for letter, also over a telephone line', () => {
  const spoken = toneSpeech(SENTENCE, 24_000)
  expect(spoken.length / 24_000).toBeCloseTo(Buffer.byteLength(SENTENCE) / 25, 5)
  expect(hearTones(spoken, 24_000)).toBe(SENTENCE)
  // The last tone is still inside the filters, so the line stays open a little longer.
  const line = joined([spoken, new Int16Array(2400)])
  expect(hearTones(byTelephone(line), 16_000)).toBe(SENTENCE)
})

test('any text is decoded at any rate, however much silence surrounds it', () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(8000, 16_000, 24_000, 44_100),
      fc.nat(3000),
      (spoken, rate, silence) => {
        const sound = joined([
          new Int16Array(silence),
          toneSpeech(spoken, rate),
          new Int16Array(silence),
        ])
        expect(hearTones(sound, rate)).toBe(spoken)
      },
    ),
    { numRuns: 20 },
  )
})

test('a truncated sound gives the text up to that point, within one character', () => {
  const sound = toneSpeech('Thank you for calling', 8000)
  fc.assert(
    fc.property(fc.nat(sound.length), (length) => {
      const heard = hearTones(sound.subarray(0, length), 8000)
      expect('Thank you for calling'.startsWith(heard)).toBe(true)
      expect(Math.abs(heard.length - length / 320)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 30 },
  )
})

test('half a character at a cut is not decoded', () => {
  const sound = toneSpeech('24 €', 8000)
  for (let tones = 0; tones <= 12; tones += 1)
    expect(hearTones(sound.subarray(0, tones * 160), 8000)).toBe(
      tones === 12 ? '24 €' : '24 '.slice(0, tones / 2),
    )
})

test('a pause at any tone changes nothing', () => {
  const sound = toneSpeech('Hold on', 8000)
  for (let tone = 0; tone <= 14; tone += 1) {
    const paused = [sound.subarray(0, tone * 160), new Int16Array(777), sound.subarray(tone * 160)]
    expect(hearTones(joined(paused), 8000)).toBe('Hold on')
  }
})

test('noise far below it does not matter, and noise alone is not text', () => {
  const noise = Int16Array.from({ length: 8000 }, (_, at) => 9000 * Math.sin(at * at * 12.9898))
  const noisy = toneSpeech('Good morning', 8000).map((sample, at) => sample + noise[at]! / 15)
  expect(hearTones(noisy, 8000)).toBe('Good morning')
  expect(hearTones(noise, 8000)).toBe('')
  expect(hearTones(new Int16Array(8000), 8000)).toBe('')
})
