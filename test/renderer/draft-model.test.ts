import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { ADA, at, BOB } from './support.ts'
import { writingParts } from './thread-parts.ts'

const PUT = `PUT /user/conversations/${ADA}/drafts/reply`
const saved = { message: 'ok', data: null }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const draft = (content: string, minute = 1) => ({
  kind: 'reply' as const,
  content,
  updated_at: at(minute),
})

test('typed text is saved after a pause, and on leaving the conversation', async () => {
  const { server, draftOf } = writingParts()
  server.on(PUT, saved)
  const model = draftOf('reply')
  model.type('H')
  model.type('Hello')
  expect(server.bodies(PUT)).toEqual([])
  await vi.advanceTimersByTimeAsync(900)
  expect(server.bodies(PUT)).toEqual([{ content: 'Hello' }])
  model.type('Hello you')
  model.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.bodies(PUT)).toEqual([{ content: 'Hello' }, { content: 'Hello you' }])
})

test('without a server the text stays on the device, and is saved once there is one', async () => {
  const storage = memoryStorage()
  const { server, draftOf } = writingParts(storage)
  const model = draftOf('reply')
  model.type('Hello')
  await vi.advanceTimersByTimeAsync(900)
  expect(model.state.value).toBe('offline')
  expect(writingParts(storage).draftOf('reply').text.value).toBe('Hello')
  server.on(PUT, saved)
  await vi.advanceTimersByTimeAsync(6000)
  expect(model.state.value).toBe('saved')
  expect(writingParts(storage).draftOf('reply').text.value).toBe('')
})

test('a draft of one conversation never appears in another', () => {
  const { draftOf } = writingParts()
  draftOf('reply').type('For Ada only')
  expect(draftOf('reply', BOB).text.value).toBe('')
  expect(draftOf('note').text.value).toBe('')
})

test('of two texts the newer one is used, and the other can be restored', () => {
  const storage = memoryStorage()
  vi.setSystemTime(at(30))
  const first = writingParts(storage)
  first.draftOf('reply').type('Mine')
  const older = writingParts(storage).draftOf('reply')
  older.adopt([draft('Theirs', 10)])
  expect([older.text.value, older.other.value]).toEqual(['Mine', 'Theirs'])
  const newer = writingParts(storage).draftOf('reply')
  newer.adopt([draft('Theirs', 50)])
  expect([newer.text.value, newer.other.value]).toEqual(['Theirs', 'Mine'])
  newer.useOther()
  expect([newer.text.value, newer.other.value]).toEqual(['Mine', 'Theirs'])
})

test('sent text is not saved again by a pending save', async () => {
  const { server, draftOf } = writingParts()
  server.on(PUT, saved)
  const model = draftOf('reply')
  model.type('Hello')
  await model.sendAway(async () => true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.bodies(PUT)).toEqual([])
  expect(model.text.value).toBe('')
})

test('text typed while a reply is sending is saved after it, and a failed reply leaves no draft behind', async () => {
  const { server, draftOf } = writingParts()
  const order: unknown[] = []
  server.on(PUT, ({ body }: { body: unknown }) => {
    order.push(body)
    return saved
  })
  const model = draftOf('reply')
  model.type('Hello')
  await vi.advanceTimersByTimeAsync(900)
  const way = Promise.withResolvers<boolean>()
  const sending = model.sendAway(() => way.promise)
  model.type('And another thing')
  await vi.advanceTimersByTimeAsync(2000)
  order.push('sent')
  way.resolve(true)
  await sending
  await vi.advanceTimersByTimeAsync(2000)
  expect(order).toEqual([{ content: 'Hello' }, 'sent', { content: 'And another thing' }])
  await model.sendAway(async () => false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(order.at(-1)).toEqual({ content: '' })
})

test('the operator’s text from another device appears here, unless something is being typed', async () => {
  const { server, live, draftOf } = writingParts()
  server.on(PUT, saved)
  server.on(`GET /user/conversations/${ADA}/drafts`, {
    data: [draft('From the phone')],
    drafters: [],
  })
  const model = draftOf('reply')
  const heard = {
    type: 'drafting',
    id: undefined,
    data: { conversation_id: ADA, by: { id: 1, name: 'Me' }, kind: 'reply', active: true },
  } as const
  live.emit(heard)
  await vi.advanceTimersByTimeAsync(0)
  expect(model.text.value).toBe('From the phone')
  model.type('Here')
  live.emit(heard)
  await vi.advanceTimersByTimeAsync(0)
  expect(model.text.value).toBe('Here')
})
