import { expect, test } from 'vitest'
import type { Message } from '#contracts/messages.ts'
import {
  applyEvent,
  type Conversation,
  fromSnapshot,
  type LiveEvent,
  withMessage,
} from '../../widget/conversation.ts'
import { CONVERSATION, snapshotOf } from './scripted-api.ts'

const message = (fields: Partial<Message> = {}): Message => ({
  id: 1,
  seq: 1,
  client_id: null,
  author: 'assistant',
  author_name: 'Ada',
  content: 'Hello',
  status: 'complete',
  created_at: '2026-01-01T00:00:00.000Z',
  ...fields,
})

const conversation = (messages: Message[], cursor = 10): Conversation =>
  fromSnapshot(snapshotOf(messages, cursor))

const created = (id: number, fields: Partial<Message>): LiveEvent => ({
  id,
  type: 'message.created',
  data: { conversation_id: CONVERSATION, message: message(fields) },
})

const updated = (id: number, fields: Partial<Message>): LiveEvent => ({
  id,
  type: 'message.updated',
  data: { conversation_id: CONVERSATION, message: message(fields) },
})

const delta = (
  id: number | undefined,
  offset: number,
  text: string,
  message_id = 2,
): LiveEvent => ({
  id,
  type: 'message.delta',
  data: { conversation_id: CONVERSATION, message_id, offset, text },
})

/** Applies events one after another; `undefined` as soon as one does not fit. */
const play = (start: Conversation, ...events: LiveEvent[]) =>
  events.reduce<Conversation | undefined>(
    (known, event) => known && applyEvent(known, event),
    start,
  )

const writing = message({ id: 2, seq: 2, status: 'streaming', content: '' })
const contents = (known: Conversation | undefined) => known?.messages.map(({ content }) => content)

test('an answer grows by its deltas', () => {
  const known = play(
    conversation([message(), writing]),
    delta(11, 0, 'Yes'),
    delta(12, 3, ', of course'),
  )
  expect(contents(known)).toEqual(['Hello', 'Yes, of course'])
  expect(known?.cursor).toBe(12)
})

test('a duplicate delta changes nothing', () => {
  const known = play(
    conversation([message(), writing]),
    delta(11, 0, 'Yes'),
    delta(undefined, 0, 'Yes'),
  )
  expect(contents(known)).toEqual(['Hello', 'Yes'])
})

test('offsets count UTF-16 code units, as the server does', () => {
  const known = play(conversation([message(), writing]), delta(11, 0, '👍'), delta(12, 2, '!'))
  expect(contents(known)).toEqual(['Hello', '👍!'])
})

test('a delta after a gap requests a fresh snapshot', () => {
  expect(play(conversation([message(), writing]), delta(11, 5, 'lost'))).toBeUndefined()
})

test('a delta for an unknown message requests a fresh snapshot', () => {
  expect(play(conversation([message()]), delta(11, 0, 'Hi', 99))).toBeUndefined()
})

test('an event already included in the snapshot is skipped', () => {
  const start = conversation([message({ content: 'new' })], 20)
  expect(play(start, updated(20, { content: 'old' }), delta(19, 99, 'x'))).toBe(start)
})

test('a duplicate message appears once', () => {
  const hello = { id: 3, seq: 3, author: 'visitor', client_id: 'c', content: 'Hi' } as const
  const sent = withMessage(conversation([message()]), message(hello))
  expect(contents(play(sent, created(11, hello)))).toEqual(['Hello', 'Hi'])
})

test('messages are ordered by sequence number, however they arrive', () => {
  const known = withMessage(
    conversation([message({ id: 7, seq: 3, content: 'third' }), message()]),
    message({ id: 6, seq: 2, content: 'second' }),
  )
  expect(contents(known)).toEqual(['Hello', 'second', 'third'])
})

test('a message that is not next in sequence requests a fresh snapshot', () => {
  const [second, third] = [
    { id: 6, seq: 2, content: 'second' },
    { id: 5, seq: 3, content: 'third' },
  ]
  const start = conversation([message()])
  expect(play(start, created(11, third))).toBeUndefined()
  expect(contents(play(start, created(11, second), created(12, third)))).toHaveLength(3)
  // The very first needs no predecessor.
  expect(contents(play(conversation([]), created(11, {})))).toEqual(['Hello'])
})

test('the operator’s read position is followed', () => {
  const seen: LiveEvent = {
    id: 11,
    type: 'conversation.updated',
    data: { id: CONVERSATION, ai_enabled: true, ended: false, seen_seq: 1 },
  }
  expect(play(conversation([message()]), seen)).toMatchObject({ seen_seq: 1, handover: 0 })
})

test('a restarted answer replaces the earlier text', () => {
  const known = play(
    conversation([message(), writing]),
    delta(11, 0, 'A wrong start'),
    updated(12, { ...writing }),
    delta(13, 0, 'Better'),
    updated(14, { ...writing, content: 'Better', status: 'complete' }),
  )
  expect(known?.messages[1]).toMatchObject({ content: 'Better', status: 'complete' })
})

test('events of another conversation only advance the cursor', () => {
  const other = { ...created(11, { id: 9, seq: 9 }) } as Extract<
    LiveEvent,
    { type: 'message.created' }
  >
  const elsewhere: LiveEvent = { ...other, data: { ...other.data, conversation_id: 'another' } }
  const known = play(conversation([message()]), elsewhere)
  expect(contents(known)).toEqual(['Hello'])
  expect(known?.cursor).toBe(11)
})

test('a change of who answers is recorded after the last message', () => {
  const state = (id: number, ai_enabled: boolean): LiveEvent => ({
    id,
    type: 'conversation.updated',
    data: { id: CONVERSATION, ai_enabled, ended: false, seen_seq: 0 },
  })
  const person = play(conversation([message()]), state(11, false), created(12, { id: 2, seq: 2 }))
  expect(person).toMatchObject({ ai_enabled: false, handover: 1 })
  expect(play(person!, state(13, false))).toMatchObject({ handover: 1 })
  expect(play(person!, state(13, true))).toMatchObject({ ai_enabled: true, handover: 2 })
})

test('values that should be text are text, whatever was received', () => {
  const strange = { type: 'img', props: { src: 'x' } } as unknown as string
  expect(contents(conversation([message({ content: strange })]))).toEqual(['[object Object]'])
})
