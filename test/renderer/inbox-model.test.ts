import { expect, test, vi } from 'vitest'
import type { InboxItem } from '#contracts/conversations.ts'
import { createInboxModel } from '../../renderer/screens/inbox/model.ts'
import {
  ADA,
  at,
  BOB,
  created,
  delta,
  fakeServer,
  inboxItem,
  later,
  message,
  presence,
  settle,
  updated,
} from './support.ts'

const bob = inboxItem({ id: BOB, visitor: null, updated_at: at(2), message_count: 3 })

async function openInbox(data: InboxItem[] = [inboxItem(), bob], before: string | null = null) {
  const server = fakeServer()
  server.on('GET /user/inbox', { data, before, cursor: 10 })
  const follow = vi.fn()
  const model = createInboxModel(server.call, follow)
  await model.load()
  return { server, model, follow, ids: () => model.shown.value.map(({ id }) => id) }
}

test('the latest activity is on top, and the stream begins where the list ends', async () => {
  const { ids, follow } = await openInbox()
  expect(ids()).toEqual([BOB, ADA])
  expect(follow).toHaveBeenCalledWith(10)
})

test('a new message moves its conversation up and is unread when it is the visitor’s', async () => {
  const { model, ids } = await openInbox()
  model.apply(created(11, message(2, { created_at: at(5) })))
  expect(ids()).toEqual([ADA, BOB])
  expect(model.find(ADA)).toMatchObject({
    unread: 1,
    message_count: 2,
    updated_at: at(5),
    last_message: { author: 'visitor', content: 'message 2' },
  })
  expect(model.unread.value).toBe(1)
})

test('an event that comes twice, or is in the list already, changes nothing', async () => {
  const { model } = await openInbox()
  const event = created(11, message(2))
  model.apply(event)
  model.apply(event)
  model.apply(created(9, message(2)))
  expect(model.find(ADA)?.unread).toBe(1)
})

test('the preview follows the last message as it is completed, and no older one', async () => {
  const { model } = await openInbox()
  model.apply(created(11, message(2, { author: 'assistant', content: 'I', status: 'streaming' })))
  model.apply(delta(12, 102, 1, ' am'))
  model.apply(updated(13, message(2, { author: 'assistant', content: 'I am here' })))
  expect(model.find(ADA)?.last_message?.content).toBe('I am here')
  model.apply(updated(14, message(1, { content: 'old' })))
  expect(model.find(ADA)?.last_message?.content).toBe('I am here')
})

test('a changed conversation keeps the presence that the stream knows', async () => {
  const { model } = await openInbox()
  model.apply(presence(false))
  model.apply({ type: 'conversation.updated', id: 11, data: inboxItem({ ai_enabled: false }) })
  expect(model.find(ADA)).toMatchObject({ ai_enabled: false, visitor: { online: false } })
})

test('a message in a conversation that is not loaded reads the first page again', async () => {
  const { server, model, ids } = await openInbox([bob])
  server.on('GET /user/inbox', { data: [inboxItem({ unread: 1 })], before: null, cursor: 11 })
  model.apply(created(11, message(2)))
  await settle()
  expect(ids()).toEqual([BOB, ADA])
})

test('what happens while the page is being read is not lost', async () => {
  const { server, model } = await openInbox([bob])
  const first = later<object>()
  server.on('GET /user/inbox', () => first.promise)
  model.apply(created(11, message(2)))
  model.apply(created(12, message(3)))
  server.on('GET /user/inbox', { data: [inboxItem({ unread: 2 })], before: null, cursor: 12 })
  first.resolve({ data: [inboxItem({ unread: 1 })], before: null, cursor: 11 })
  await settle()
  expect(model.find(ADA)?.unread).toBe(2)
})

test('an answer that is older than the stream does not undo it', async () => {
  const { server, model } = await openInbox()
  const slow = later<object>()
  server.on('GET /user/inbox', () => slow.promise)
  const read = model.load()
  model.apply(created(11, message(2)))
  slow.resolve({ data: [inboxItem()], before: null, cursor: 10 })
  await read
  expect(model.find(ADA)?.unread).toBe(1)
})

test('more conversations come by their cursor, behind the ones that are there', async () => {
  const { server, model, ids } = await openInbox([bob], '123-4')
  expect(model.hasMore.value).toBe(true)
  server.on('GET /user/inbox', { data: [inboxItem()], before: null, cursor: 11 })
  await model.loadMore()
  expect(server.calls.at(-1)?.query).toEqual({ before: '123-4' })
  expect(ids()).toEqual([BOB, ADA])
  expect(model.hasMore.value).toBe(false)
})

test('segments and words narrow the list down', async () => {
  const ended = inboxItem({ id: BOB, ended_at: at(3), unread: 2, assistant_name: 'Shop' })
  const person = inboxItem({ ai_enabled: false })
  const { model, ids } = await openInbox([ended, person])
  model.segment.value = 'person'
  expect(ids()).toEqual([ADA])
  model.segment.value = 'ended'
  expect(ids()).toEqual([BOB])
  model.segment.value = 'unread'
  expect(ids()).toEqual([BOB])
  model.segment.value = 'all'
  model.search.value = 'ada GUIDE'
  expect(ids()).toEqual([ADA])
})

test('tests nobody has spoken in are left out, and tests do not count as unread', async () => {
  const { model, ids } = await openInbox([inboxItem({ type: 'test', visitor: null })])
  expect(ids()).toEqual([])
  model.apply(created(11, message(2)))
  expect(ids()).toEqual([ADA])
  expect(model.unread.value).toBe(0)
})

test('a failure says what to do, and the next try succeeds', async () => {
  const server = fakeServer()
  const model = createInboxModel(server.call, () => undefined)
  await model.load()
  expect(model.error.value).toContain('does not answer')
  server.on('GET /user/inbox', { data: [], before: null, cursor: 0 })
  await model.load()
  expect(model.error.value).toBeUndefined()
  expect(model.isReady.value).toBe(true)
})
