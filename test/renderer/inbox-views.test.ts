import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { InboxView } from '#contracts/inbox-views.ts'
import type { Operator } from '#contracts/operators.ts'
import { addressOf, type Filter, filterOf, fits } from '../../renderer/app/inbox/filter.ts'
import { createToasts } from '../../renderer/app/toasts.ts'
import { snoozeTimes } from '../../renderer/screens/inbox/list/snooze-times.ts'
import { createViewsModel } from '../../renderer/screens/inbox/list/views-model.ts'
import { fakeLive, fakeServer, inboxItem, invalid, settle } from './support.ts'

const refunds: InboxView = {
  id: 1,
  name: 'Refunds',
  filters: { state: 'open' },
  sort: null,
  is_shared: false,
  operator_id: 1,
  missing: [],
}
const shared: InboxView = { ...refunds, id: 7, name: 'Returns', is_shared: true, operator_id: 2 }
const label = { id: 3, name: 'Refund', colour: 'red' as const }

async function desk({ mayShare = true, data = [refunds] } = {}) {
  const server = fakeServer()
  const live = fakeLive()
  const toasts = createToasts()
  let counted = 0
  server.on('GET /user/inbox/views', { data })
  server.on('GET /user/inbox/labels', { data: [label] })
  const inbox = {
    count: async () => {
      counted += 1
    },
    onReload: () => () => undefined,
  }
  const may = (capability: string) => mayShare || capability !== 'account'
  const team = {
    me: signal({ id: 1 } as Operator),
    nameOf: (id: number) => (id === 2 ? 'Ben' : undefined),
  }
  const views = createViewsModel({
    api: server.api,
    live,
    toasts,
    inbox,
    session: { may },
    team,
  })
  await views.load()
  const names = () => views.saved.value.map(({ name }) => name)
  return { server, live, toasts, views, names, counted: () => counted }
}

test('a view is saved, changed, deleted and restored, and the counts are refreshed when they may change', async () => {
  const { server, views, names, counted } = await desk()
  const mine = { ...refunds, id: 2, name: 'Mine' }
  server.on('POST /user/inbox/views', { message: '', data: mine })
  const body = { name: 'Mine', filters: { state: 'open', assignee: 'me' }, sort: 'due' } as const
  await views.create(body)
  expect(server.bodies('POST /user/inbox/views')).toEqual([body])
  expect(names()).toEqual(['Refunds', 'Mine'])
  server.on('PUT /user/inbox/views/2', { message: '', data: { ...mine, name: 'Ours' } })
  await views.change(mine, { name: 'Ours' })
  expect(names()).toEqual(['Refunds', 'Ours'])
  server.on('DELETE /user/inbox/views/1', { message: '' })
  expect(await views.remove(refunds)).toBe(true)
  expect(names()).toEqual(['Ours'])
  server.on('POST /user/inbox/views/1/restore', { message: '', data: refunds })
  await views.restore(refunds)
  // As the server sorts them.
  expect(names()).toEqual(['Refunds'])
  expect(counted()).toBe(3)
})

test('shared views come first, a shared one moves there, and each list keeps its order', async () => {
  const { server, live, views, names } = await desk({ data: [shared, refunds] })
  server.on('PUT /user/inbox/views/1', { message: '', data: { ...refunds, is_shared: true } })
  await views.change(refunds, { is_shared: true })
  expect(names()).toEqual(['Returns', 'Refunds'])
  expect(views.neighbours(shared).map(({ id }) => id)).toEqual([7, 1])
  const other = { ...shared, id: 8, name: 'Other' }
  server.on('POST /user/inbox/views/order', { message: '', data: [other, shared] })
  await views.move(shared, 1)
  expect(server.bodies('POST /user/inbox/views/order')).toEqual([{ ids: [1, 7], is_shared: true }])
  expect(names()).toEqual(['Other', 'Returns'])
  live.emit({
    type: 'inbox_views.changed',
    id: 9,
    data: { is_shared: false, data: [refunds] },
  })
  expect(names()).toEqual(['Other', 'Returns', 'Refunds'])
  live.emit({ type: 'inbox_views.changed', id: 10, data: { is_shared: true, data: [] } })
  expect(names()).toEqual(['Refunds'])
})

test('who may not share changes only what they have made themselves', async () => {
  const { views } = await desk({ mayShare: false, data: [shared, refunds] })
  expect(views.mayShare()).toBe(false)
  expect([views.mayChange(shared), views.mayChange(refunds)]).toEqual([false, true])
  expect(views.mayChange({ ...shared, operator_id: 1 })).toBe(true)
  expect([views.neighbours(shared).length, views.neighbours(refunds).length]).toEqual([0, 1])
})

test('a colleague’s view that is no longer shared is theirs, and gone here', async () => {
  const orphan = { ...shared, id: 8, name: 'Old', operator_id: 3 }
  const { server, live, views, names } = await desk({ data: [shared, orphan, refunds] })
  expect([shared, orphan, refunds].map(views.ownerOf)).toEqual(['Ben', undefined, undefined])
  const given = { message: '', data: { ...shared, is_shared: false } }
  server.on('PUT /user/inbox/views/7', given)
  await views.change(shared, { is_shared: false })
  expect(names()).toEqual(['Old', 'Refunds'])
  // The event may come before the reply.
  views.saved.value = [shared, orphan, refunds]
  server.on('PUT /user/inbox/views/7', () => {
    live.emit({
      type: 'inbox_views.changed',
      id: 9,
      data: { is_shared: true, data: [orphan] },
    })
    return given
  })
  await views.change(shared, { is_shared: false })
  expect(names()).toEqual(['Old', 'Refunds'])
  // The creator has left: it belongs to whoever takes it back.
  const mine = { ...orphan, is_shared: false, operator_id: 1 }
  server.on('PUT /user/inbox/views/8', { message: '', data: mine })
  await views.change(orphan, { is_shared: false })
  expect(names()).toEqual(['Refunds', 'Old'])
})

test('a view that names something is read again when things are renamed or deleted', async () => {
  const labelled = { ...refunds, filters: { labels: '3' } }
  const { server, live, views } = await desk({ data: [labelled] })
  server.on('GET /user/inbox/views', { data: [{ ...labelled, missing: ['labels'] }] })
  live.emit({ type: 'labels.changed', id: 9, data: { data: [] } })
  await settle()
  expect(views.saved.value[0]?.missing).toEqual(['labels'])
  server.on('GET /user/inbox/views', { data: [refunds] })
  await views.load()
  const asked = () => server.calls.filter(({ call }) => call === 'GET /user/inbox/views').length
  const before = asked()
  live.emit({ type: 'labels.changed', id: 10, data: { data: [] } })
  await settle()
  expect(asked()).toBe(before)
})

test('a rejected name is the form’s to report; a view that fails to delete stays', async () => {
  const { server, views, toasts } = await desk()
  server.on('POST /user/inbox/views', () => invalid({ name: ['The name field is required.'] }))
  await expect(views.create({ name: '', filters: {} })).rejects.toThrow()
  expect(await views.remove(refunds)).toBe(false)
  expect(views.saved.value).toEqual([refunds])
  expect(toasts.shown.value.at(-1)).toMatchObject({ tone: 'danger' })
})

test('labels follow the stream, and a new one gets an unused colour', async () => {
  const { server, live, views } = await desk()
  const made = { id: 4, name: 'Bug', colour: 'blue' as const }
  server.on('POST /user/inbox/labels', { message: '', data: made })
  expect(await views.createLabel('Bug')).toEqual(made)
  expect(server.bodies('POST /user/inbox/labels')).toEqual([{ name: 'Bug', colour: 'blue' }])
  expect(views.labels.value).toEqual([label, made])
  live.emit({ type: 'labels.changed', id: 9, data: { data: [made] } })
  expect(views.labels.value).toEqual([made])
  server.on('POST /user/inbox/labels', () => invalid({ name: ['Too long.'] }))
  await expect(views.createLabel('x'.repeat(100))).rejects.toThrow()
  await settle()
})

test('every filter survives the URL', () => {
  const filters: Filter[] = [
    { state: 'open' },
    {},
    { state: 'ended', type: 'api', labels: '3,4', date_from: '2026-11-01' },
    { q: 'a parcel' },
    { q: 'a parcel', state: 'open', unread: '1' },
  ]
  for (const filter of filters) expect(filterOf(addressOf(filter))).toEqual(filter)
})

test('a row is matched against every filter that can be evaluated locally', () => {
  const item = inboxItem({ labels: [label], waiting_since: '2026-11-21T09:00:00Z' })
  const is = (filter: Filter) => fits(item, filter, 1, new Set([4]))
  expect(is({ state: 'open', labels: '3', awaiting: '1', assignee: 'none' })).toBe(true)
  expect([is({ labels: '3,4' }), is({ state: 'snoozed' }), is({ assignee: 'me' })]).toEqual([
    false,
    false,
    false,
  ])
  expect(is({ team: 'mine' })).toBe(false)
  const ours = { ...item, team: { id: 4, name: 'Billing', colour: 'blue' } as const }
  expect(fits(ours, { team: 'mine' }, 1, new Set([4]))).toBe(true)
  expect(fits(ours, { team: 'mine' }, 1, new Set([5]))).toBe(false)
})

test('a time zone without a filter by the start is no filter', () => {
  expect(addressOf({ state: 'open', timezone: 'Europe/Berlin' })).toBe('/app/inbox')
  expect(addressOf({ state: 'open', timezone: 'UTC', started_hour: '9' })).toContain('timezone')
})

test('the snooze options are always in the future, in order, and without duplicates', () => {
  for (let hour = 0; hour < 24 * 8; hour += 1) {
    const now = new Date(2026, 10, 21, hour, 59)
    const times = snoozeTimes(now).map(({ at }) => at.getTime())
    expect(times.every((time) => time > now.getTime())).toBe(true)
    expect(new Set(times).size).toBe(times.length)
  }
})
