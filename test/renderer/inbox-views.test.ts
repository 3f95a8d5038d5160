import { expect, test } from 'vitest'
import type { InboxView } from '#contracts/inbox-views.ts'
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
const label = { id: 3, name: 'Refund', colour: 'red' as const }

async function desk() {
  const server = fakeServer()
  const live = fakeLive()
  const toasts = createToasts()
  let counted = 0
  server.on('GET /user/inbox/views', { data: [refunds] })
  server.on('GET /user/inbox/labels', { data: [label] })
  const inbox = {
    count: async () => {
      counted += 1
    },
    onReload: () => () => undefined,
  }
  const views = createViewsModel({ api: server.api, live, toasts, inbox })
  await views.load()
  return { server, live, toasts, views, counted: () => counted }
}

test('a view is saved with its filters, renamed and deleted, and the counts are refreshed when they may change', async () => {
  const { server, views, counted } = await desk()
  const mine = { ...refunds, id: 2, name: 'Mine' }
  server.on('POST /user/inbox/views', { message: '', data: mine })
  await views.save('Mine', { state: 'open', assignee: 'me' })
  expect(server.bodies('POST /user/inbox/views')).toEqual([
    { name: 'Mine', filters: { state: 'open', assignee: 'me' } },
  ])
  expect(views.saved.value.map(({ name }) => name)).toEqual(['Refunds', 'Mine'])
  server.on('PUT /user/inbox/views/2', { message: '', data: { ...mine, name: 'Ours' } })
  await views.rename(2, 'Ours')
  expect(views.saved.value.map(({ name }) => name)).toEqual(['Refunds', 'Ours'])
  server.on('DELETE /user/inbox/views/1', { message: '' })
  expect(await views.remove(refunds)).toBe(true)
  expect(views.saved.value.map(({ name }) => name)).toEqual(['Ours'])
  expect(counted()).toBe(2)
})

test('a rejected name is the form’s to report; a view that fails to delete stays', async () => {
  const { server, views, toasts } = await desk()
  server.on('POST /user/inbox/views', () => invalid({ name: ['The name field is required.'] }))
  await expect(views.save('', {})).rejects.toThrow()
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
