import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heardText, type PlacedSentence } from '../../../server/features/calls/session/heard.ts'

const SENTENCES: readonly PlacedSentence[] = [
  { text: 'We are open from nine. ', startMs: 0, durationMs: 2300 },
  {
    text: 'On Sundays too.',
    startMs: 2400,
    durationMs: 900,
    words: [
      { text: 'On', startMs: 0 },
      { text: 'Sundays', startMs: 200 },
      { text: 'too.', startMs: 700 },
    ],
  },
]

test.each([
  [0, ''],
  [600, 'We are'],
  [2350, 'We are open from nine.'],
  [2600, 'We are open from nine. On'],
  [2601, 'We are open from nine. On Sundays'],
  [3300, 'We are open from nine. On Sundays too.'],
  [99_999, 'We are open from nine. On Sundays too.'],
])('after %i ms of playback, %j was heard', (ms, text) => {
  expect(heardText(SENTENCES, ms)).toBe(text)
})

test('the heard text is always a prefix of the spoken text and only grows', () => {
  const whole = SENTENCES.map(({ text }) => text.trim()).join(' ')
  fc.assert(
    fc.property(fc.nat(4000), fc.nat(500), (ms, more) => {
      const [early, late] = [heardText(SENTENCES, ms), heardText(SENTENCES, ms + more)]
      expect(whole.startsWith(late)).toBe(true)
      expect(late.startsWith(early)).toBe(true)
    }),
  )
})
