import { expect, test } from 'vitest'
import type { Message } from '#contracts/messages.ts'
import type { PublicAssistant } from '#contracts/widget.ts'
import type { Entry } from '../../widget/shelf.ts'
import { belongTogether, timeline } from '../../widget/timeline.ts'

const assistant: PublicAssistant = {
  id: '0198c5a4-0000-7000-8000-000000000001',
  name: 'Ada',
  picture: null,
  language: 'en',
  initial_message: 'Welcome!',
  draft_preview: false,
  web_calls: null,
  settings: {},
  away: null,
  email_replies: false,
  team_online: false,
  team: [],
  reply_minutes: null,
}

const message = (fields: Partial<Message>): Message => ({
  id: 1,
  seq: 1,
  client_id: null,
  author: 'assistant',
  author_name: 'Ada',
  content: 'Welcome!',
  status: 'complete',
  created_at: '2026-01-01T00:00:00.000Z',
  ...fields,
})

const entry = (client_id: string, content: string): Entry => ({
  client_id,
  content,
  created_at: '2026-01-01T00:00:00.000Z',
  status: 'sending',
})

const contents = (...args: Parameters<typeof timeline>) =>
  timeline(...args).map(({ content }) => content)

test('the greeting is shown before there is a conversation', () => {
  expect(contents(assistant, [], [])).toEqual(['Welcome!'])
  expect(contents(undefined, [], [])).toEqual([])
})

test('the greeting is shown once when the conversation starts with it', () => {
  expect(contents(assistant, [message({})], [])).toEqual(['Welcome!'])
})

test('unsent messages are at the end until they have arrived', () => {
  const outbox = [entry('a', 'First'), entry('b', 'Second')]
  const arrived = message({ id: 2, seq: 2, author: 'visitor', client_id: 'a', content: 'First' })
  expect(contents(assistant, [], outbox)).toEqual(['Welcome!', 'First', 'Second'])
  expect(contents(assistant, [message({}), arrived], outbox)).toEqual([
    'Welcome!',
    'First',
    'Second',
  ])
})

test('messages of one author are grouped; two operators are two authors', () => {
  const ann = message({ author: 'operator', author_name: 'Ann' })
  expect(belongTogether(ann, message({ author: 'operator', author_name: 'Ann' }))).toBe(true)
  expect(belongTogether(ann, message({ author: 'operator', author_name: 'Ben' }))).toBe(false)
  const sent = message({ author: 'visitor', author_name: 'Visitor' })
  expect(belongTogether(sent, timeline(undefined, [], [entry('a', 'Hi')])[0])).toBe(true)
})
