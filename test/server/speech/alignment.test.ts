import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textHeard } from '../../../server/providers/speech/alignment.ts'

const TEXT = 'We open at nine, my friend.'
const WORDS = [
  { text: 'We', startMs: 0 },
  { text: 'open', startMs: 200 },
  { text: 'at', startMs: 500 },
  { text: 'nine', startMs: 600 },
  { text: 'my', startMs: 1100 },
  { text: 'friend', startMs: 1300 },
]

test('with word timings, the words that had started were heard', () => {
  const heard = (ms: number) => textHeard({ text: TEXT, durationMs: 2000, words: WORDS }, ms)
  expect([0, 1, 200, 201, 1099, 1101].map(heard)).toEqual([
    '',
    'We',
    'We',
    'We open',
    'We open at nine',
    'We open at nine, my',
  ])
  expect([1301, 1999, 2000, 9999].map(heard)).toEqual([TEXT, TEXT, TEXT, TEXT])
})

test('words not yet known were not heard', () => {
  const words = WORDS.slice(0, 2)
  expect(textHeard({ text: TEXT, durationMs: 2000, words }, 900)).toBe('We open')
})

test('a word pronounced differently from its spelling does not shift the others', () => {
  const sentence = { text: 'It is 5 pm, it is.', durationMs: 1000 }
  const words = ['It', 'is', 'five', 'pm', 'it', 'is'].map((text, index) => ({
    text,
    startMs: index * 100,
  }))
  expect(textHeard({ ...sentence, words }, 150)).toBe('It is')
  expect(textHeard({ ...sentence, words }, 350)).toBe('It is 5 pm')
  expect(textHeard({ ...sentence, words: [{ text: 'другое', startMs: 0 }] }, 500)).toBe('It is 5 p')
})

test('without timings it is a share of the characters, without splitting any', () => {
  expect(textHeard({ text: '0123456789', durationMs: 1000 }, 499)).toBe('0123')
  expect(textHeard({ text: '👩🏽‍🚀👩🏽‍🚀é', durationMs: 300 }, 250)).toBe('👩🏽‍🚀👩🏽‍🚀')
  expect(textHeard({ text: 'Grüße', durationMs: 500 }, 350)).toBe('Grü')
  expect(textHeard({ text: 'Gru\u0308ße', durationMs: 500 }, 350)).toBe('Gru\u0308')
})

test('the heard text is a prefix and grows with time', () => {
  const words = fc
    .array(fc.nat(3000), { minLength: 6, maxLength: 6 })
    .map((starts) =>
      starts.sort((a, b) => a - b).map((startMs, index) => ({ text: WORDS[index]!.text, startMs })),
    )
  fc.assert(
    fc.property(fc.option(words, { nil: [] }), fc.nat(2500), fc.nat(2500), (times, a, b) => {
      const sentence = { text: TEXT, durationMs: 2000, words: times }
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((ms) => textHeard(sentence, ms))
      expect(more!.startsWith(less!)).toBe(true)
      expect(TEXT.startsWith(more!)).toBe(true)
    }),
  )
})
