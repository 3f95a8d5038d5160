import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { conversationOf } from '../../renderer/app/inbox/apply-to-inbox.ts'
import type { LiveEvent } from '../../renderer/app/live.ts'
import { createThreadModel } from '../../renderer/screens/inbox/thread/thread-model.ts'
import {
  ADA,
  BOB,
  created,
  delta,
  detail,
  fakeLive,
  fakeServer,
  inboxItem,
  later,
  message,
  presence,
  updated,
} from './support.ts'

const GET = `GET /user/conversations/${ADA}`
const answer = message(2, { author: 'assistant', content: 'Hel', status: 'streaming' })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function openThread(messages = [message(1)], changes: Parameters<typeof detail>[1] = {}) {
  const server = fakeServer()
  const live = fakeLive()
  const onSeen = vi.fn()
  server.on(GET, detail(messages, changes))
  const model = createThreadModel({ api: server.api, live, id: ADA, onSeen })
  await model.load()
  const texts = () => model.messages.value.map(({ content }) => content)
  const reads = () => server.calls.filter(({ call }) => call === GET).length
  return { server, live, model, onSeen, texts, reads }
}

test('an answer grows by its deltas and ends as the whole message', async () => {
  const { live, model, texts } = await openThread()
  live.emit(created(11, answer))
  live.emit(delta(12, 102, 3, 'lo 👋'))
  live.emit(delta(13, 102, 8, '!'))
  expect(texts()).toEqual(['message 1', 'Hello 👋!'])
  live.emit(updated(14, { ...answer, content: 'Hello 👋!', status: 'complete' }))
  expect(model.messages.value[1]).toMatchObject({ content: 'Hello 👋!', status: 'complete' })
})

test('a duplicate or overlapping delta adds only what is new', async () => {
  const { live, texts } = await openThread([message(1), answer])
  live.emit(delta(11, 102, 3, 'lo'))
  live.emit(delta(11, 102, 3, 'lo'))
  live.emit(delta(12, 102, 4, 'o you'))
  expect(texts()[1]).toBe('Hello you')
})

test('a gap in the text refetches the thread, once', async () => {
  const { server, live, texts, reads } = await openThread([message(1), answer])
  const whole = { ...answer, content: 'Hello there' }
  server.on(GET, detail([message(1), whole], { cursor: 13 }))
  live.emit(delta(12, 102, 8, 'the'))
  live.emit(delta(13, 102, 11, 're'))
  await vi.advanceTimersByTimeAsync(1100)
  expect(reads()).toBe(2)
  expect(texts()[1]).toBe('Hello there')
})

test('a missing message refetches the thread', async () => {
  const { server, live, texts } = await openThread()
  server.on(GET, detail([message(1), message(2), message(3)], { cursor: 12 }))
  live.emit(created(12, message(3)))
  await vi.advanceTimersByTimeAsync(1100)
  expect(texts()).toEqual(['message 1', 'message 2', 'message 3'])
})

test('a server that keeps leaving gaps is not polled in a tight loop', async () => {
  const { live, reads } = await openThread()
  for (let id = 11; id < 200; id++) {
    live.emit(created(id, message(9)))
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(reads()).toBeLessThan(7)
})

test('events older than the response are skipped, newer ones are applied', async () => {
  const server = fakeServer()
  const live = fakeLive()
  const slow = later<object>()
  server.on(GET, () => slow.promise)
  const model = createThreadModel({ api: server.api, live, id: ADA })
  const read = model.load()
  live.emit(created(10, message(2)))
  live.emit(created(11, message(3)))
  slow.resolve(detail([message(1), message(2)], { cursor: 10 }))
  await read
  expect(model.messages.value.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('events of other conversations are ignored', async () => {
  const { live, texts } = await openThread()
  live.emit(created(11, message(2), BOB))
  live.emit({ type: 'conversation.updated', id: 12, data: inboxItem({ id: BOB, ended_at: 'x' }) })
  expect(texts()).toEqual(['message 1'])
  for (const type of [
    'function_call.updated',
    'message.translated',
    'conversation.outcome',
  ] as const)
    expect(conversationOf({ type, id: 13, data: { conversation_id: BOB } } as LiveEvent)).toBe(BOB)
})

test('a translation goes with the text that it is of', async () => {
  const { live, model } = await openThread()
  const cutOff = message(2, { author: 'assistant', status: 'interrupted', content: 'Wir' })
  live.emit(created(11, cutOff))
  live.emit({
    type: 'message.translated',
    id: 12,
    data: {
      conversation_id: ADA,
      message_id: cutOff.id,
      translation: { language: 'en', content: 'We', is_original: false },
    },
  })
  const translations = () => model.thread.value?.messages.at(-1)?.translations
  live.emit(updated(13, cutOff))
  expect(translations()).toHaveLength(1)
  live.emit(updated(14, { ...cutOff, status: 'streaming' }))
  expect(translations()).toBeUndefined()
})

test('who answers and who is there follow the stream', async () => {
  const { live, model } = await openThread()
  live.emit({
    type: 'conversation.updated',
    id: 11,
    data: inboxItem({ ai_mode: 'human', ai_epoch: 1 }),
  })
  live.emit(presence(false))
  expect(model.thread.value).toMatchObject({ ai_enabled: false, visitor: { online: false } })
})

test('after an interruption the thread is refetched', async () => {
  const { server, live, texts } = await openThread()
  server.on(GET, detail([message(1), message(2)], { cursor: 20 }))
  live.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toEqual(['message 1', 'message 2'])
})

test('a thread opens at the first unread message, and marks all as read once', async () => {
  const mine = message(2, { author: 'assistant' })
  const { server, model, onSeen } = await openThread([message(1), mine, message(3), message(4)], {
    read_seq: 2,
  })
  server.on(`POST /user/conversations/${ADA}/read`, { message: 'ok' })
  expect(model.firstUnread.value).toBe(3)
  await model.markRead()
  await model.markRead()
  expect(server.bodies(`POST /user/conversations/${ADA}/read`)).toEqual([{ seq: 4 }])
  expect(onSeen).toHaveBeenCalledOnce()
})

test('a closed thread stops listening', async () => {
  const { live, model } = await openThread()
  model.stop()
  expect(live.count()).toBe(0)
})

const ALL = `GET /user/conversations/${ADA}/messages`
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index))

test('a long thread is loaded in pages, without gaps or duplicates', async () => {
  const { server, model, live } = await openThread(range(101, 160), { message_count: 300 })
  const seqs = () => [model.messages.value[0]?.seq, model.messages.value.at(-1)?.seq]
  expect([model.hasOlder.value, model.hasNewer.value]).toEqual([true, true])
  server.on(ALL, ({ url }: { url: URL }) => ({
    data: url.searchParams.has('before') ? range(41, 100) : range(161, 220),
    total: 300,
  }))
  await model.loadOlder()
  await model.loadNewer()
  expect(seqs()).toEqual([41, 220])
  expect(model.messages.value).toHaveLength(180)
  // Messages that arrive meanwhile load when the operator goes there.
  live.emit(created(11, message(301)))
  expect(seqs()).toEqual([41, 220])
  expect(model.thread.value?.message_count).toBe(301)
  server.on(ALL, { data: range(272, 301), total: 301 })
  expect(await model.goTo(301)).toBe(true)
  expect(seqs()).toEqual([272, 301])
  live.emit(created(12, message(302)))
  expect(seqs()).toEqual([272, 302])
})

test('nothing is marked as read while the newest messages are not loaded', async () => {
  const { server, model } = await openThread(range(1, 60), { message_count: 300, read_seq: 0 })
  server.on(`POST /user/conversations/${ADA}/read`, { message: 'ok' })
  await model.markRead()
  expect(server.bodies(`POST /user/conversations/${ADA}/read`)).toEqual([])
})

test('pages that fail to load say why, and can be retried', async () => {
  const { server, model } = await openThread(range(101, 160), { message_count: 160 })
  await model.loadOlder()
  expect(model.partError.value).toContain('Can’t reach Parley')
  server.on(ALL, { data: range(41, 100), total: 160 })
  await model.loadOlder()
  expect(model.partError.value).toBeUndefined()
  expect(model.messages.value).toHaveLength(120)
})

test('notes, read receipts and the visitor’s page follow the stream', async () => {
  const { live, model } = await openThread()
  const note = {
    id: 5,
    client_id: BOB,
    by: { id: 2, name: 'Ben' },
    after_seq: 1,
    content: 'Careful',
    mentions: [],
    created_at: '2026-11-21T09:01:00.000Z',
    edited_at: null,
  }
  const about = { conversation_id: ADA }
  live.emit({ type: 'note.created', id: 11, data: { ...about, note } })
  live.emit({ type: 'note.created', id: 12, data: { ...about, note } })
  expect(model.thread.value?.notes).toEqual([note])
  live.emit({ type: 'note.deleted', id: 13, data: { ...about, note_id: 5 } })
  expect(model.thread.value?.notes).toEqual([])
  live.emit({ type: 'conversation.seen', id: 14, data: { ...about, seq: 1 } })
  const { id } = model.thread.value!.visitor!
  const page = { url: 'https://example.com/a', title: 'A', at: '2026-11-21T09:02:00.000Z' }
  live.emit({ type: 'visiting', id: undefined, data: { visitor_id: id, ...page } })
  expect(model.thread.value).toMatchObject({
    visitor_read_seq: 1,
    pages: [page],
    visitor: { page_url: page.url },
  })
})

test('a conversation erased while open says that it is gone', async () => {
  const { server, live, model } = await openThread()
  live.emit({ type: 'conversation.deleted', id: 10, data: { id: BOB } })
  expect(model.thread.value).toBeDefined()
  server.on(GET, () => Response.json({ message: 'Conversation not found' }, { status: 404 }))
  live.emit({ type: 'conversation.deleted', id: 11, data: { id: ADA } })
  await vi.advanceTimersByTimeAsync(0)
  expect(model.thread.value).toBeUndefined()
  expect(model.error.value).toBe('Conversation not found')
})

test('details the visitor provides appear at once', async () => {
  const { live, model } = await openThread()
  const data = { conversation_id: ADA, variables: { plan: 'pro' } }
  live.emit({ type: 'conversation.variables', id: 11, data })
  expect(model.thread.value?.variables).toEqual({ plan: 'pro' })
})
