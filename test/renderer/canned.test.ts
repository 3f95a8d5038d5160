import { expect, test } from 'vitest'
import {
  fillCanned,
  namesOfGaps,
  valuesOf,
} from '../../renderer/screens/inbox/compose/canned-fill.ts'
import { createCannedModel } from '../../renderer/screens/inbox/compose/canned-model.ts'
import { threadRows } from '../../renderer/screens/inbox/thread/thread-rows.ts'
import { transcriptOf } from '../../renderer/screens/inbox/thread/transcript.ts'
import { at, detail, fakeLive, fakeServer, invalid, message } from './support.ts'

const reply = (id: number, shortcut: string, title: string, content = 'Text') => ({
  id,
  shortcut,
  title,
  content,
  updated_at: at(1),
})

test('known values are filled in, and the first placeholder left is reported', () => {
  const values = valuesOf(detail([], { variables: { plan: 'Team', seats: 12 } }), 'Ben')
  const { text, gap } = fillCanned(
    '{{customer_name}}, {{ seats }} seats of {{plan}} in {{country}}. {{operator_name}}',
    values,
  )
  expect(text).toBe('Ada, 12 seats of Team in {{country}}. Ben')
  expect(text.slice(gap!.start, gap!.end)).toBe('{{country}}')
  expect(namesOfGaps(text)).toEqual(['{{country}}'])
})

test('a name is inserted as text, whatever it contains', () => {
  const { text } = fillCanned('Hello {{customer_name}}', { customer_name: '$& {{x}}' })
  expect(text).toBe('Hello $& {{x}}')
})

test('canned replies whose shortcut starts with the typed text come first', async () => {
  const server = fakeServer()
  server.on('GET /user/canned-replies', {
    data: [
      reply(1, 'late', 'Hours'),
      reply(2, 'hours', 'Opening'),
      reply(3, 'x', 'Y', 'our hours'),
    ],
  })
  const model = createCannedModel({ api: server.api, live: fakeLive() })
  await model.load()
  expect(model.matching('hour').map(({ id }) => id)).toEqual([2, 1, 3])
  expect(model.matching('')).toHaveLength(3)
  expect(model.matching('nothing')).toEqual([])
})

test('a rejected canned reply names the wrong field', async () => {
  const server = fakeServer()
  server.on('POST /user/canned-replies', () => invalid({ shortcut: ['Taken.'] }))
  const model = createCannedModel({ api: server.api, live: fakeLive() })
  expect(await model.save(reply(0, 'a', 'b'))).toEqual({ shortcut: 'Taken.' })
})

test('notes and events follow their message and split a run of the operator’s own messages', () => {
  const note = {
    id: 1,
    client_id: 'x',
    by: { id: 1, name: 'Ben' },
    after_seq: 1,
    content: 'Careful',
    mentions: [],
    created_at: at(1),
    edited_at: null,
  }
  const rows = threadRows({
    messages: [message(1), message(2), message(3)],
    message_count: 3,
    notes: [note],
    activities: [],
    outgoing: [],
    firstUnread: 3,
    isTyping: true,
  })
  expect(rows.map(({ key }) => key)).toEqual([
    'day 1',
    'message 1',
    'note 1',
    'message 2',
    'unread',
    'message 3',
    'typing',
  ])
  expect(rows.flatMap((row) => (row.kind === 'message' ? row.isFirst : []))).toEqual([
    true,
    true,
    true,
  ])
})

test('a reply is shown once, even when it has arrived but its response has not', () => {
  const entry = { content: 'Yes', created_at: at(2), files: [], state: 'sending' as const }
  const rows = threadRows({
    messages: [message(1), message(2, { author: 'operator', client_id: 'mine' })],
    message_count: 2,
    notes: [],
    activities: [],
    outgoing: ['mine', 'next'].map((client_id) => ({ ...entry, client_id })),
    firstUnread: undefined,
    isTyping: false,
  })
  expect(rows.map(({ key }) => key)).toEqual(['day 1', 'message 1', 'message 2', 'outgoing next'])
})

test('a transcript contains the messages and none of the notes', () => {
  const note = { content: 'She owes us money' }
  const text = transcriptOf(detail([message(1)], { notes: [note] as never }))
  expect(text).toContain('Ada: message 1')
  expect(text).not.toContain('owes')
})
