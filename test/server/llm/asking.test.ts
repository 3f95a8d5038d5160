import { beforeAll, expect, test } from 'vitest'
import { loadConcepts } from '../../../server/language/concepts.ts'
import { emailIn, nameIn, phoneIn } from '../../../server/language/contact-details.ts'
import { answerTo } from '../../../server/providers/llm/built-in/answer.ts'

beforeAll(loadConcepts)

const FIELDS = [
  { name: 'full_name', type: 'string' },
  { name: 'email', type: 'string' },
  { name: 'phone_number', type: 'string' },
  { name: 'is_member', type: 'bool' },
  { name: 'budget', type: 'number' },
]
const HOURS = { id: 1, heading: 'Hours', content: 'We are open from 9 to 18.', score: 3 }

/** Plays a visitor's lines; resolves to the answer to each. */
function play(
  lines: readonly string[],
  { language = 'en', known = [] as string[] } = {},
): string[] {
  const said: { role: 'user' | 'assistant'; content: { type: 'text'; text: string }[] }[] = []
  return lines.map((line) => {
    said.push({ role: 'user', content: [{ type: 'text', text: line }] })
    const options = { passages: [HOURS], language, assistantName: 'Ada', fields: FIELDS, known }
    const { text } = answerTo(said as never, options)
    said.push({ role: 'assistant', content: [{ type: 'text', text }] })
    return text
  })
}

test('it answers first, then asks for missing fields, one at a time and nothing twice in a row', () => {
  expect(
    play([
      'When are you open?',
      'Until when are you open?',
      'Maria Lopez',
      'maria@example.com',
      '+49 30 123456',
      'about 500',
      'When are you open?',
    ]),
  ).toEqual([
    'We are open from 9 to 18.',
    'We are open from 9 to 18. May I ask your name?',
    'Thank you, I have noted that for the team. A person will follow up with you. At which email address can we reach you?',
    'Thank you, I have noted that for the team. A person will follow up with you. At which telephone number can we reach you?',
    'Thank you, I have noted that for the team. A person will follow up with you. May I also ask for this: budget?',
    'Thank you, I have noted that for the team. A person will follow up with you.',
    'We are open from 9 to 18.',
  ])
})

test('a question instead of the requested value is answered, and the value is not asked for again at once', () => {
  const [, asked, instead, again] = play([
    'Hi',
    'Do you sell unicorns?',
    'When are you open?',
    'Do you sell dragons?',
  ])
  expect(asked).toBe(
    "I'm sorry, I don't know that. A person will follow up with you here. May I ask your name?",
  )
  expect(instead).toBe('We are open from 9 to 18.')
  expect(again).toContain('May I ask your name?')
})

test('values given unasked or in a form are not asked for', () => {
  const [answer] = play(['My name is Eva, eva@example.com. I want to talk to a person'])
  expect(answer).toContain('telephone number')
  const [form] = play(['Ich möchte mit einem Menschen sprechen'], {
    language: 'de',
    known: ['full_name'],
  })
  expect(form).toContain('Unter welcher E-Mail-Adresse erreichen wir Sie?')
})

test('a field is also recognised by its description', () => {
  const contact = { name: 'contact', type: 'string', description: 'Email address to write to' }
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Call a person, please' }] }]
  const options = { passages: [], language: 'en', assistantName: 'Ada', fields: [contact] }
  expect(answerTo(prompt as never, options).text).toContain('At which email address')
})

test('addresses, numbers and names are distinguished from lookalikes', () => {
  expect(emailIn('write to me at Eva.K+shop@mail.example.co.uk.')).toBe(
    'Eva.K+shop@mail.example.co.uk',
  )
  expect(emailIn('no@address and @handle')).toBeUndefined()
  expect(phoneIn('call +1 (415) 555-2671 please')).toBe('+14155552671')
  expect(phoneIn('my number is 030 / 123 45 67')).toBe('030 / 123 45 67')
  expect(phoneIn('on 2026-03-14 at 9')).toBeUndefined()
  expect(nameIn('Hello, I am Jonas Weber and I wait')).toBe('Jonas Weber')
  expect(nameIn('I am waiting for an order')).toBeUndefined()
})
