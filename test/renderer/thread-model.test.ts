import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThreadModel } from '../../renderer/screens/inbox/thread-model.ts'
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

async function openThread(messages = [message(1)], unread = 0) {
  const server = fakeServer()
  const live = fakeLive()
  const onSeen = vi.fn()
  server.on(GET, detail(messages))
  const model = createThreadModel({ call: server.call, live, id: ADA, unread, onSeen })
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

test('a delta that comes twice or overlaps adds only what is new', async () => {
  const { live, texts } = await openThread([message(1), answer])
  live.emit(delta(11, 102, 3, 'lo'))
  live.emit(delta(11, 102, 3, 'lo'))
  live.emit(delta(12, 102, 4, 'o you'))
  expect(texts()[1]).toBe('Hello you')
})

test('a gap in the text reads the thread again, once', async () => {
  const { server, live, texts, reads } = await openThread([message(1), answer])
  const whole = { ...answer, content: 'Hello there' }
  server.on(GET, detail([message(1), whole], { cursor: 13 }))
  live.emit(delta(12, 102, 8, 'the'))
  live.emit(delta(13, 102, 11, 're'))
  await vi.advanceTimersByTimeAsync(1100)
  expect(reads()).toBe(2)
  expect(texts()[1]).toBe('Hello there')
})

test('a missing message reads the thread again', async () => {
  const { server, live, texts } = await openThread()
  server.on(GET, detail([message(1), message(2), message(3)], { cursor: 12 }))
  live.emit(created(12, message(3)))
  await vi.advanceTimersByTimeAsync(1100)
  expect(texts()).toEqual(['message 1', 'message 2', 'message 3'])
})

test('a server that keeps leaving gaps is not asked in a tight loop', async () => {
  const { live, reads } = await openThread()
  for (let id = 11; id < 200; id++) {
    live.emit(created(id, message(9)))
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(reads()).toBeLessThan(7)
})

test('events from before the answer are left out, those after it are applied', async () => {
  const server = fakeServer()
  const live = fakeLive()
  const slow = later<object>()
  server.on(GET, () => slow.promise)
  const model = createThreadModel({ call: server.call, live, id: ADA, unread: 0 })
  const read = model.load()
  live.emit(created(10, message(2)))
  live.emit(created(11, message(3)))
  slow.resolve(detail([message(1), message(2)], { cursor: 10 }))
  await read
  expect(model.messages.value.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('other conversations are none of its business', async () => {
  const { live, texts } = await openThread()
  live.emit(created(11, message(2), BOB))
  live.emit({ type: 'conversation.updated', id: 12, data: inboxItem({ id: BOB, ended_at: 'x' }) })
  expect(texts()).toEqual(['message 1'])
})

test('who has the word and who is there come with the stream', async () => {
  const { live, model } = await openThread()
  live.emit({ type: 'conversation.updated', id: 11, data: inboxItem({ ai_enabled: false }) })
  live.emit(presence(false))
  expect(model.thread.value).toMatchObject({ ai_enabled: false, visitor: { online: false } })
})

test('after a cut the thread is read again', async () => {
  const { server, live, texts } = await openThread()
  server.on(GET, detail([message(1), message(2)], { cursor: 20 }))
  live.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toEqual(['message 1', 'message 2'])
})

test('it opens at the first message that nobody has seen, and marks all as seen once', async () => {
  const mine = message(2, { author: 'assistant' })
  const { server, model, onSeen } = await openThread([message(1), mine, message(3), message(4)], 2)
  server.on(`POST /user/conversations/${ADA}/read`, { message: 'ok' })
  expect(model.firstUnread.value).toBe(3)
  await model.see()
  await model.see()
  expect(server.bodies(`POST /user/conversations/${ADA}/read`)).toEqual([{ seq: 4 }])
  expect(onSeen).toHaveBeenCalledOnce()
})

test('taking over shows at once, and is taken back with the reason when it fails', async () => {
  const { server, model } = await openThread()
  const slow = later<object>()
  server.on(`POST /automate/conversations/${ADA}/disable-ai`, () => slow.promise)
  const change = model.takeOver()
  expect(model.thread.value?.ai_enabled).toBe(false)
  slow.resolve(Response.json({ message: 'no' }, { status: 500 }))
  await expect(change).rejects.toThrow()
  expect(model.thread.value?.ai_enabled).toBe(true)
  expect(model.notice.value).toContain('had a problem')
})

test('taking over twice asks the server once', async () => {
  const { server, model } = await openThread()
  server.on(`POST /automate/conversations/${ADA}/disable-ai`, { status: true, ai_enabled: false })
  await Promise.all([model.takeOver(), model.takeOver()])
  expect(server.bodies(`POST /automate/conversations/${ADA}/disable-ai`)).toHaveLength(1)
})

test('a closed thread listens no more', async () => {
  const { live, model } = await openThread()
  model.stop()
  expect(live.count()).toBe(0)
})
