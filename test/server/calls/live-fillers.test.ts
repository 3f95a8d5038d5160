import { expect, test } from 'vitest'
import { createFillers } from '../../../server/features/calls/session/fillers.ts'

const CONFIG = {
  positive: ['Lovely.', 'Great.'],
  negative: ['I am sorry.'],
  question: ['Let me see.'],
  neutral: ['One moment.'],
}

test.each([
  ['When do you open', 'Let me see.'],
  ['You are open on Sundays?', 'Let me see.'],
  ['Wann haben Sie offen', 'Let me see.'],
  ['That is great, thanks', 'Lovely.'],
  ['This is terrible, where is my cake?', 'I am sorry.'],
  ['I would like a loaf of bread', 'One moment.'],
  ['Whatever you have', 'One moment.'],
  ['', 'One moment.'],
])('to %j a filler is %j', (heard, phrase) => {
  expect(createFillers(CONFIG)(heard)).toBe(phrase)
})

test('a mood’s phrases take turns, and a mood without phrases has none', () => {
  const filler = createFillers({ ...CONFIG, neutral: [] })
  expect(['thanks', 'thanks', 'thanks'].map(filler)).toEqual(['Lovely.', 'Great.', 'Lovely.'])
  expect(filler('a loaf of bread')).toBeUndefined()
})
