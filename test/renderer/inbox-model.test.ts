import { signal } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import type { InboxItem } from '#contracts/conversations.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { createInboxModel } from '../../renderer/app/inbox/model.ts'
import { createPreferences } from '../../renderer/app/preferences.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createListModel } from '../../renderer/screens/inbox/list/list-model.ts'
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
  NO_VIEWS,
  presence,
  settle,
} from './support.ts'

/** A conversation after a change. */
const changed = (id: number, data: InboxItem) =>
  ({ type: 'conversation.updated', id, data }) as const

const CLEO = '0199c0de-0000-7000-8000-00000000c1e0'
const bob = inboxItem({ id: BOB, visitor: null, updated_at: at(2), message_count: 3 })

const counts = (views: object = {}, unread = 0) => ({
  views: {
    open: 2,
    mine: 0,
    unassigned: 2,
    unanswered: 0,
    needs_person: 0,
    ai_only: 2,
    snoozed: 0,
    ended: 0,
    all: 2,
    ...views,
  },
  unread,
  saved: [],
  matching: { count: 2, is_more: false },
  cursor: 10,
})

async function openInbox(
  data: InboxItem[] = [inboxItem(), bob],
  { before = null as string | null, url = '/app/inbox' } = {},
) {
  const server = fakeServer()
  server.on('GET /user/inbox', { data, before, cursor: 10 })
  server.on('GET /user/inbox/counts', counts())
  const follow = vi.fn()
  const model = createInboxModel(server.api, follow)
  await model.load()
  const address = memoryAddress(url)
  const preferences = createPreferences(memoryStorage())
  const mentionedIn = signal<ReadonlySet<string>>(new Set())
  const notifications = { mentionedIn }
  const list = createListModel({
    inbox: model,
    address,
    views: NO_VIEWS,
    me: () => 1,
    myTeams: () => new Set([4]),
    preferences,
    notifications,
  })
  await settle()
  return {
    server,
    model,
    list,
    address,
    follow,
    preferences,
    mentionedIn,
    ids: () => list.items.value.map(({ id }) => id),
  }
}

test('conversations with unread mentions come first, and reading one does not move it', async () => {
  const { server, ids, list, mentionedIn } = await openInbox(undefined, {
    url: '/app/inbox?mentioned=1&state=all',
  })
  expect(list.filter.value).toEqual({ mentioned: '1' })
  expect(ids()).toEqual([BOB, ADA])
  const read = () => server.calls.filter(({ query }) => query['mentioned'] === '1').length
  const before = read()
  mentionedIn.value = new Set([ADA])
  await settle()
  expect(read()).toBeGreaterThan(before)
  expect(ids()).toEqual([ADA, BOB])
  mentionedIn.value = new Set()
  await settle()
  expect(ids()).toEqual([ADA, BOB])
})

test('the latest activity comes first, and the stream starts where the list ends', async () => {
  const { ids, follow } = await openInbox()
  expect(ids()).toEqual([BOB, ADA])
  expect(follow).toHaveBeenCalledWith(10)
})

test('a new message moves its conversation up, marks it unread and waiting', async () => {
  const { model, ids } = await openInbox()
  model.apply(created(11, message(2, { created_at: at(5) })))
  expect(ids()).toEqual([ADA, BOB])
  expect(model.find(ADA)).toMatchObject({
    unread: 1,
    message_count: 2,
    updated_at: at(5),
    waiting_since: at(5),
    last_message: { author: 'visitor', content: 'message 2' },
  })
  model.apply(created(12, message(3, { author: 'operator', created_at: at(6) })))
  expect(model.find(ADA)).toMatchObject({ waiting_since: null, is_ai_only: false })
})

test('an event that is a duplicate, or already in the list, changes nothing', async () => {
  const { model } = await openInbox()
  const event = created(11, message(2))
  model.apply(event)
  model.apply(event)
  model.apply(created(9, message(2)))
  expect(model.find(ADA)?.unread).toBe(1)
})

test('the preview follows the last message as it completes, and no older one', async () => {
  const { model } = await openInbox()
  model.apply(created(11, message(2, { author: 'assistant', content: 'I', status: 'streaming' })))
  model.apply(delta(12, 102, 1, ' am'))
  expect(model.find(ADA)?.last_message?.content).toBe('I')
  const done = message(2, { author: 'assistant', content: 'I am here.' })
  model.apply({ type: 'message.updated', id: 13, data: { conversation_id: ADA, message: done } })
  const old = message(1, { content: 'changed' })
  model.apply({ type: 'message.updated', id: 14, data: { conversation_id: ADA, message: old } })
  expect(model.find(ADA)?.last_message?.content).toBe('I am here.')
})

test('presence arrives separately, and a refetched row does not undo it', async () => {
  const { model } = await openInbox()
  model.apply(presence(false))
  expect(model.find(ADA)?.visitor?.online).toBe(false)
  model.apply(changed(11, inboxItem({ unread: 4 })))
  expect(model.find(ADA)).toMatchObject({ unread: 4, visitor: { online: false } })
})

test('counts that arrive late do not replace newer ones', async () => {
  const { server, model } = await openInbox()
  const first = later<Response>()
  server.on('GET /user/inbox/counts', () => first.promise)
  const slow = model.count()
  server.on('GET /user/inbox/counts', counts({}, 4))
  await model.count()
  first.resolve(Response.json(counts({}, 3)))
  await slow
  expect(model.unread.value).toBe(4)
})

test('counts come from the server, refreshed soon after an event', async () => {
  vi.useFakeTimers()
  try {
    const server = fakeServer()
    server.on('GET /user/inbox', { data: [], before: null, cursor: 10 })
    server.on('GET /user/inbox/counts', counts({}, 3))
    const model = createInboxModel(server.api, () => undefined)
    await model.load()
    expect(model.unread.value).toBe(3)
    server.on('GET /user/inbox/counts', counts({ open: 7 }, 4))
    for (let id = 11; id < 40; id += 1) model.apply(created(id, message(id)))
    await vi.advanceTimersByTimeAsync(1000)
    expect(model.counts.value?.views.open).toBe(7)
    // However many events: one request.
    expect(server.calls.filter(({ call }) => call === 'GET /user/inbox/counts')).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a response older than the stream does not undo it', async () => {
  const { server, model } = await openInbox()
  const slow = later<object>()
  server.on('GET /user/inbox', () => slow.promise)
  const read = model.load()
  model.apply(created(11, message(2)))
  slow.resolve({ data: [inboxItem()], before: null, cursor: 10 })
  await read
  expect(model.find(ADA)?.unread).toBe(1)
})

test('more conversations are loaded by cursor, after the existing ones', async () => {
  const { server, list, ids } = await openInbox([bob], { before: '123-4' })
  expect(list.hasMore.value).toBe(true)
  server.on('GET /user/inbox', { data: [inboxItem()], before: null, cursor: 11 })
  await list.loadMore()
  expect(server.calls.at(-1)?.query).toEqual({ state: 'open', before: '123-4' })
  expect(ids()).toEqual([BOB, ADA])
  expect(list.hasMore.value).toBe(false)
})

test('the URL contains the filters, and the server applies them', async () => {
  const { server, list, address } = await openInbox([], { url: '/app/inbox?assignee=me&labels=3' })
  expect(list.filter.value).toEqual({ state: 'open', assignee: 'me', labels: '3' })
  expect(server.calls.filter(({ call }) => call === 'GET /user/inbox').at(-1)?.query).toEqual({
    state: 'open',
    assignee: 'me',
    labels: '3',
  })
  list.set('labels', undefined)
  expect(address.url.value).toBe('/app/inbox?assignee=me')
  list.narrow({ state: 'ended' })
  expect(address.url.value).toBe('/app/inbox?state=ended')
  list.narrow({})
  expect(address.url.value).toBe('/app/inbox?state=all')
})

test('rows that no longer match a view leave it, matching ones appear, and the open one stays', async () => {
  const waiting = inboxItem({ waiting_since: at(1) })
  const { model, list, address, ids } = await openInbox([waiting], {
    url: '/app/inbox?awaiting=1',
  })
  model.apply(changed(11, { ...bob, waiting_since: at(3), updated_at: at(3) }))
  expect(ids()).toEqual([BOB, ADA])
  address.go(`/app/inbox/${ADA}?awaiting=1`)
  model.apply(created(12, message(2, { author: 'operator', created_at: at(4) })))
  // It is being read, so it stays until it is left.
  expect(ids()).toEqual([ADA, BOB])
  address.go(`/app/inbox/${BOB}?awaiting=1`)
  expect(ids()).toEqual([BOB])
  expect(list.current.value).toBe(BOB)
})

test('nothing moves while the list is held, and new arrivals are announced', async () => {
  const { model, list, ids } = await openInbox()
  list.hold(true)
  model.apply(created(11, message(2, { created_at: at(5) })))
  model.apply(changed(12, inboxItem({ id: CLEO, updated_at: at(6) })))
  expect(ids()).toEqual([BOB, ADA])
  expect(list.items.value[1]?.unread).toBe(1)
  expect(list.held.value).toEqual([ADA, CLEO])
  list.hold(false)
  expect(ids()).toEqual([CLEO, ADA, BOB])
  expect(list.held.value).toEqual([])
})

test('returning to a view shows it at once', async () => {
  const { server, list, address, ids } = await openInbox()
  server.on('GET /user/inbox', { data: [], before: null, cursor: 11 })
  address.go('/app/inbox?state=ended')
  await settle()
  expect(ids()).toEqual([])
  const slow = later<object>()
  server.on('GET /user/inbox', () => slow.promise)
  address.go('/app/inbox')
  await Promise.resolve()
  expect(list.isReady.value).toBe(true)
  expect(ids()).toEqual([BOB, ADA])
  slow.resolve({ data: [bob], before: null, cursor: 12 })
  await settle()
  expect(ids()).toEqual([BOB])
})

test('test conversations without messages are left out', async () => {
  const { model, ids } = await openInbox([inboxItem({ type: 'test', visitor: null })])
  expect(ids()).toEqual([])
  model.apply(created(11, message(2)))
  expect(ids()).toEqual([ADA])
})

test('a failure says what to do, and the next attempt succeeds', async () => {
  const server = fakeServer()
  const model = createInboxModel(server.api, () => undefined)
  await model.load()
  expect(model.error.value).toContain('Can’t reach Parley')
  server.on('GET /user/inbox', { data: [], before: null, cursor: 0 })
  server.on('GET /user/inbox/counts', counts())
  await model.load()
  expect(model.error.value).toBeUndefined()
  expect(model.isReady.value).toBe(true)
})

test('an erased conversation leaves the list, open or not', async () => {
  const { model, ids, address } = await openInbox()
  address.go(`/app/inbox/${ADA}`)
  model.apply({ type: 'conversation.deleted', id: 11, data: { id: ADA } })
  expect(ids()).toEqual([BOB])
  expect(model.find(ADA)).toBeUndefined()
  model.apply({ type: 'conversation.deleted', id: 12, data: { id: CLEO } })
  expect(ids()).toEqual([BOB])
})

test('by longest waiting, those who wait are on top, and an answered one joins the others', async () => {
  const since = (minute: number) => ({ waiting_since: at(minute) })
  const ada = inboxItem({ updated_at: at(5), ...since(4) })
  const cleo = inboxItem({ id: CLEO, updated_at: at(3), ...since(1) })
  const { server, model, list, preferences, ids } = await openInbox([ada, cleo, bob])
  expect(ids()).toEqual([ADA, CLEO, BOB])
  preferences.inboxSort.value = 'waiting'
  await settle()
  expect(server.calls.filter(({ query }) => query['sort'] === 'waiting')).toHaveLength(1)
  expect(ids()).toEqual([CLEO, ADA, BOB])
  model.apply(changed(11, { ...cleo, waiting_since: null, updated_at: at(6) }))
  expect(ids()).toEqual([ADA, CLEO, BOB])
  // A further message of somebody who waits already moves nothing.
  model.apply(changed(12, { ...bob, ...since(7), updated_at: at(7) }))
  model.apply(changed(13, { ...ada, updated_at: at(8) }))
  expect(ids()).toEqual([ADA, BOB, CLEO])
  list.stop()
})

test('by due first, the earliest due is on top; a reply of a person, or an approved draft, ends it', async () => {
  const due = (minute: number) =>
    ({
      reply_due: { kind: 'first', since: at(0), warn_at: at(minute - 1), due_at: at(minute) },
    }) as const
  const ada = inboxItem({ updated_at: at(5), ...due(20) })
  const cleo = inboxItem({ id: CLEO, updated_at: at(3), ...due(10) })
  const { server, model, list, preferences, ids } = await openInbox([ada, cleo, bob])
  preferences.inboxSort.value = 'due'
  await settle()
  expect(server.calls.filter(({ query }) => query['sort'] === 'due')).toHaveLength(1)
  expect(ids()).toEqual([CLEO, ADA, BOB])
  model.apply(changed(11, { ...bob, ...due(15) }))
  expect(ids()).toEqual([CLEO, BOB, ADA])
  // The assistant's answer is no reply of a person.
  model.apply(created(12, message(2, { author: 'assistant' })))
  expect(model.find(ADA)?.reply_due).toEqual(due(20).reply_due)
  model.apply(created(13, message(3, { author: 'operator' })))
  expect(model.find(ADA)?.reply_due).toBeNull()
  expect(ids()).toEqual([CLEO, BOB, ADA])
  list.stop()
})
