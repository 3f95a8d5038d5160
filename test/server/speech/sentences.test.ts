import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSentences } from '../../../server/providers/speech/sentences.ts'

/** The pieces of a text that arrives in these fragments. */
function piecesOf(fragments: readonly string[]): string[] {
  const sentences = createSentences()
  return [...fragments.flatMap((fragment) => sentences.push(fragment)), ...sentences.end()]
}

const whole = (text: string) => piecesOf([text])

test('the first piece ends at a comma or after six words, the others are sentences', () => {
  expect(
    whole('Yes, we are open until eight. Shall I book a table, or do you want to call?'),
  ).toEqual(['Yes,', 'we are open until eight.', 'Shall I book a table, or do you want to call?'])
  expect(whole('Our opening hours on weekdays are from nine to six. Anything else?')).toEqual([
    'Our opening hours on weekdays are',
    'from nine to six.',
    'Anything else?',
  ])
  expect(whole('Hello! How are you?')).toEqual(['Hello!', 'How are you?'])
})

test('a piece is available as soon as it is certain, before the answer is complete', () => {
  const sentences = createSentences()
  expect(sentences.push('Of course')).toEqual([])
  expect(sentences.push(', I can')).toEqual(['Of course,'])
  expect(sentences.push(' help. ')).toEqual([])
  expect(sentences.push('It costs 3.')).toEqual(['I can help.'])
  expect(sentences.push('5')).toEqual([])
  expect(sentences.push('0 euros. ')).toEqual([])
  expect(sentences.push('Good?')).toEqual(['It costs 3.50 euros.'])
  expect(sentences.end()).toEqual(['Good?'])
  expect(sentences.end()).toEqual([])
})

test.each([
  [
    'abbreviations',
    'Hi! Please ask Dr. Meyer, e.g. today. Fine?',
    ['Hi!', 'Please ask Dr. Meyer, e.g. today.', 'Fine?'],
  ],
  [
    'dates',
    'Gut! Am 3. Oktober ist zu. Sonst nicht.',
    ['Gut!', 'Am 3. Oktober ist zu.', 'Sonst nicht.'],
  ],
  [
    'numbers and addresses',
    'Hi! It is 1,000.50 at example.com, sure. Ok?',
    ['Hi!', 'It is 1,000.50 at example.com, sure.', 'Ok?'],
  ],
  ['quotes', 'So: He said “No!” Then he left.', ['So:', 'He said “No!”', 'Then he left.']],
  ['lines', 'Two things:\nopen the door\nclose it', ['Two things:', 'open the door', 'close it']],
  [
    'Chinese',
    '好的，我们九点开门。您想订位吗？好！',
    ['好的，', '我们九点开门。', '您想订位吗？', '好！'],
  ],
  ['Arabic', 'نعم، نحن هنا. كيف حالك؟ شكرا.', ['نعم،', 'نحن هنا.', 'كيف حالك؟', 'شكرا.']],
])('%s are handled correctly', (_, text, pieces) => {
  expect(whole(text)).toEqual(pieces)
})

test('a text without sentence ends is split at a space, and never within a character', () => {
  const words = whole(`Well, ${'word '.repeat(200)}`)
  expect(Math.max(...words.map((piece) => piece.length))).toBeLessThanOrEqual(300)
  expect(words.slice(1).join(' ')).toBe('word '.repeat(200).trim())
  const faces = whole(`a${'😀'.repeat(400)}`)
  expect(faces.length).toBeGreaterThan(1)
  expect(faces.every((piece) => piece.isWellFormed())).toBe(true)
})

const WORDS = [
  'yes',
  'no',
  'Dr.',
  '3.',
  'open',
  'Hello!',
  'why?',
  'well,',
  'good.',
  'e.g.',
  '…',
  '“So”',
  'A',
  '3.5',
]

test('the pieces do not depend on the fragments, and nothing of the text is lost', () => {
  const texts = fc
    .array(fc.constantFrom(...WORDS), { maxLength: 60 })
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(texts, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (text, sizes) => {
      const fragments: string[] = []
      for (let at = 0; at < text.length; ) {
        const size = sizes.next().value as number
        fragments.push(text.slice(at, at + size))
        at += size
      }
      const pieces = piecesOf(fragments)
      expect(pieces).toEqual(whole(text))
      expect(pieces.join(' ')).toBe(text)
    }),
  )
})
