import { signal } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import type { BulkOperation } from '#contracts/inbox-bulk.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { createInboxModel } from '../../renderer/app/inbox/model.ts'
import { createPreferences } from '../../renderer/app/preferences.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createToasts } from '../../renderer/app/toasts.ts'
import { createBulkModel } from '../../renderer/screens/inbox/list/bulk-model.ts'
import { createListModel } from '../../renderer/screens/inbox/list/list-model.ts'
import { createSearchModel } from '../../renderer/screens/inbox/list/search-model.ts'
import {
  ADA,
  at,
  BOB,
  fakeLive,
  fakeServer,
  inboxItem,
  later,
  NO_VIEWS,
  settle,
} from './support.ts'

const label = { id: 3, name: 'Refund', colour: 'red' as const }

const operation = (changes: Partial<BulkOperation> = {}): BulkOperation => ({
  id: 7,
  action: 'label',
  status: 'done',
  matched: 1,
  processed: 1,
  changed: 1,
  runs_at: at(1),
  undo_until: at(11),
  ...changes,
})

async function desk(url = '/app/inbox') {
  const server = fakeServer()
  const live = fakeLive()
  const bob = inboxItem({ id: BOB, updated_at: at(2) })
  server.on('GET /user/inbox', { data: [bob, inboxItem()], before: null, cursor: 10 })
  server.on('GET /user/inbox/counts', {
    views: {},
    unread: 0,
    saved: [],
    matching: { count: 5000, is_more: false },
    cursor: 10,
  })
  const inbox = createInboxModel(server.api, () => undefined)
  await inbox.load()
  const address = memoryAddress(url)
  const list = createListModel({
    inbox,
    address,
    views: NO_VIEWS,
    me: () => 1,
    myTeams: () => new Set(),
    preferences: createPreferences(memoryStorage()),
    notifications: { mentionedIn: signal(new Set<string>()) },
  })
  const toasts = createToasts()
  const bulk = createBulkModel({
    api: server.api,
    live,
    toasts,
    inbox,
    list,
    labels: () => [label],
    people: () => [{ id: 1, name: 'Ada' }],
    teams: () => [],
  })
  await settle()
  return { server, live, inbox, address, list, toasts, bulk }
}

const labels = (item: { labels: readonly { name: string }[] } | undefined) =>
  item?.labels.map(({ name }) => name)

test('shift selects a range, and toggling again deselects', async () => {
  const { bulk } = await desk()
  bulk.toggle(BOB)
  bulk.toggle(ADA, true)
  expect([...bulk.chosen.value]).toEqual([BOB, ADA])
  bulk.toggle(BOB)
  expect([...bulk.chosen.value]).toEqual([ADA])
  expect(bulk.count.value).toBe(1)
})

test('selected conversations change at once, with a notice, and the change can be undone', async () => {
  const { server, bulk, inbox, toasts } = await desk()
  const answer = later<object>()
  server.on('POST /user/inbox/bulk', () => answer.promise)
  bulk.toggle(ADA)
  const done = bulk.run({ action: 'label', value: { label_id: 3 } })
  expect(labels(inbox.find(ADA))).toEqual(['Refund'])
  answer.resolve({ message: '', matched: 1, data: operation() })
  await done
  expect(server.bodies('POST /user/inbox/bulk')).toEqual([
    { action: 'label', value: { label_id: 3 }, ids: [ADA] },
  ])
  server.on('POST /user/inbox/bulk/7/undo', { message: '', data: operation({ status: 'undone' }) })
  toasts.shown.value.at(-1)?.action?.onSelect()
  await settle()
  expect(server.calls.some(({ call }) => call === 'POST /user/inbox/bulk/7/undo')).toBe(true)
})

test('a selection stays for the next action until its conversations are resolved or snoozed', async () => {
  const { server, bulk } = await desk()
  server.on('POST /user/inbox/bulk', { message: '', matched: 2, data: operation({ matched: 2 }) })
  bulk.toggle(ADA)
  bulk.toggle(BOB)
  await bulk.run({ action: 'assign', value: { assignee_id: 1 } })
  expect(bulk.count.value).toBe(2)
  await bulk.run({ action: 'snooze', value: { until: at(60) } })
  expect(bulk.count.value).toBe(0)
  const ids = server.bodies('POST /user/inbox/bulk').map((body) => (body as { ids: unknown }).ids)
  expect(ids).toEqual([
    [ADA, BOB],
    [ADA, BOB],
  ])
})

test('a rejected change is reverted, with the reason', async () => {
  const { bulk, inbox, toasts } = await desk()
  bulk.toggle(ADA)
  await bulk.run({ action: 'assign', value: { assignee_id: 1 } })
  expect(inbox.find(ADA)?.assignee).toBeNull()
  expect(toasts.shown.value.at(-1)).toMatchObject({ tone: 'danger' })
})

test('select all is sent as filters, not as the loaded rows', async () => {
  const { server, bulk, live } = await desk('/app/inbox?type=api')
  const running = operation({ status: 'running', matched: 5000, processed: 0, changed: 0 })
  server.on('POST /user/inbox/bulk', { message: '', matched: 5000, data: running })
  await bulk.chooseAll()
  expect(bulk.count.value).toBe(5000)
  await bulk.run({ action: 'read' })
  expect(server.bodies('POST /user/inbox/bulk')).toEqual([
    { action: 'read', filter: { state: 'open', type: 'api' } },
  ])
  expect(bulk.progress.value?.processed).toBe(0)
  live.emit({ type: 'bulk.progress', id: 20, data: { ...running, processed: 2500 } })
  expect(bulk.progress.value?.processed).toBe(2500)
  live.emit({ type: 'bulk.progress', id: 21, data: { ...running, status: 'done' } })
  expect(bulk.progress.value).toBeUndefined()
})

test('with all selected, excluding one keeps the other loaded rows selected', async () => {
  const { bulk } = await desk()
  await bulk.chooseAll()
  expect([bulk.has(ADA), bulk.has('not loaded yet')]).toEqual([true, true])
  expect([...bulk.targets()].sort()).toEqual([ADA, BOB].sort())
  bulk.toggle(ADA)
  expect([...bulk.chosen.value]).toEqual([BOB])
  expect(bulk.count.value).toBe(1)
})

test('ending many asks for confirmation, ending a few does not', async () => {
  const { server, bulk } = await desk()
  bulk.toggle(ADA)
  server.on('POST /user/inbox/bulk', {
    message: '',
    matched: 1,
    data: operation({ action: 'end', status: 'waiting' }),
  })
  bulk.end()
  await settle()
  expect([bulk.question.value, server.bodies('POST /user/inbox/bulk').length]).toEqual([
    undefined,
    1,
  ])
  await bulk.chooseAll()
  bulk.end()
  expect([bulk.question.value, server.bodies('POST /user/inbox/bulk').length]).toEqual(['end', 1])
})

test('switching the view clears the selection', async () => {
  const { bulk, address } = await desk()
  await bulk.chooseAll()
  address.go('/app/inbox?state=ended')
  expect(bulk.count.value).toBe(0)
})

test('search runs on the server once typing pauses, across all views, with results grouped by conversation', async () => {
  const { server, list, address, inbox } = await desk()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const search = createSearchModel({ api: server.api, list })
  const hit = (seq: number) => ({
    kind: 'message',
    conversation: inbox.find(ADA),
    message_id: seq,
    seq,
    author: 'visitor',
    snippet: { text: 'a parcel', matches: [[2, 4]] },
    created_at: at(seq),
  })
  server.on('GET /user/search', { data: [hit(2), hit(1)], before: null })
  for (const text of ['p', 'pa', 'par', 'parc']) search.edit(text)
  expect(search.typed.value).toBe('parc')
  await vi.advanceTimersByTimeAsync(1000)
  expect(
    server.calls.filter(({ call }) => call === 'GET /user/search').map(({ query }) => query),
  ).toEqual([{ q: 'parc' }])
  expect(address.url.value).toBe('/app/inbox?q=parc')
  expect(search.groups.value?.map(({ hits }) => hits.length)).toEqual([2])
  search.edit('')
  await vi.advanceTimersByTimeAsync(1000)
  expect(address.url.value).toBe('/app/inbox')
  expect(search.groups.value).toBeUndefined()
  search.stop()
  vi.useRealTimers()
})

test('after a last reply its conversation ends, whatever is selected, and Undo says that the reply stays', async () => {
  const { server, inbox, toasts, bulk } = await desk(`/app/inbox/${ADA}`)
  bulk.toggle(BOB)
  const data = operation({ action: 'end', status: 'waiting', changed: 0 })
  server.on('POST /user/inbox/bulk', { message: '', matched: 1, data })
  await bulk.endReplied(ADA)
  expect(server.bodies('POST /user/inbox/bulk')).toEqual([{ action: 'end', ids: [ADA] }])
  expect([inbox.find(ADA)?.ended_at, inbox.find(BOB)?.ended_at]).toEqual([expect.any(String), null])
  expect([...bulk.chosen.value]).toEqual([BOB])
  expect(toasts.shown.value.at(-1)?.text).toBe('Reply sent, conversation resolved.')
  server.on('POST /user/inbox/bulk/7/undo', { message: '', data: { ...data, status: 'undone' } })
  toasts.undoLatest()
  await expect.poll(() => toasts.shown.value.at(-1)?.text).toMatch(/open again.*reply was sent/)
  expect(inbox.find(ADA)?.ended_at).toBeNull()
})

test('undoing what happened to conversations that were deleted meanwhile brings back the others only', async () => {
  const { server, inbox, toasts, bulk } = await desk()
  const data = operation({ action: 'end', status: 'waiting', matched: 2, changed: 0 })
  server.on('POST /user/inbox/bulk', { message: '', matched: 2, data })
  bulk.toggle(ADA)
  bulk.toggle(BOB)
  await bulk.run({ action: 'end' })
  inbox.apply({ type: 'conversation.deleted', id: 20, data: { id: ADA } })
  const shown = vi.fn()
  inbox.onChange(shown)
  server.on('POST /user/inbox/bulk/7/undo', { message: '', data: { ...data, status: 'undone' } })
  toasts.undoLatest()
  await expect.poll(() => inbox.find(BOB)?.ended_at).toBeNull()
  await settle()
  expect(shown.mock.calls.map(([item]) => item.id)).toEqual([BOB])
})
