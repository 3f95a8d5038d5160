import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import type { InboxView } from '#contracts/inbox-views.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { createInboxModel } from '../../renderer/app/inbox/model.ts'
import { createPreferences } from '../../renderer/app/preferences.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createListModel } from '../../renderer/screens/inbox/list/list-model.ts'
import { createSearchModel } from '../../renderer/screens/inbox/list/search-model.ts'
import { ADA, fakeServer, inboxItem, settle } from './support.ts'

const api: InboxView = {
  id: 5,
  name: 'From the API',
  filters: { state: 'open', type: 'api' },
  sort: 'waiting',
  is_shared: true,
  operator_id: 1,
  missing: [],
}

async function opened(url: string, { isLoaded = true } = {}) {
  const server = fakeServer()
  const data = [inboxItem({ type: 'api' })]
  server.on('GET /user/inbox', { data, before: null, cursor: 10 })
  server.on('GET /user/search', { data: [], before: null })
  server.on('GET /user/inbox/counts', {
    views: {},
    teams: [],
    unread: 0,
    saved: [],
    matching: { count: 1, is_more: false },
    cursor: 10,
  })
  const inbox = createInboxModel(server.api, () => undefined)
  const address = memoryAddress(url)
  const preferences = createPreferences(memoryStorage())
  const views = { saved: signal(isLoaded ? [api] : []), isLoaded: signal(isLoaded) }
  const list = createListModel({
    inbox,
    address,
    views,
    me: () => 1,
    myTeams: () => new Set(),
    preferences,
    notifications: { mentionedIn: signal(new Set<string>()) },
  })
  await settle()
  /** Queries with which lists were read. */
  const reads = () =>
    server.calls.filter(({ call }) => call === 'GET /user/inbox').map(({ query }) => query)
  const ids = () => list.items.value.map(({ id }) => id)
  return { server, address, list, views, preferences, reads, ids }
}

test('an address with a view reads its filters in its order, whatever the operator’s own is', async () => {
  const { list, preferences, reads, ids } = await opened('/app/inbox?view=5')
  expect(reads()).toEqual([{ state: 'open', type: 'api', sort: 'waiting' }])
  expect(ids()).toEqual([ADA])
  expect([list.view.value?.name, list.isAltered.value, list.isMissing.value]).toEqual([
    'From the API',
    false,
    false,
  ])
  list.sortBy('due')
  await settle()
  expect([preferences.inboxSort.value, reads().at(-1)?.['sort']]).toEqual(['activity', 'due'])
  expect(list.isAltered.value).toBe(true)
  list.stop()
})

test('changes stay in the address beside the view until they are reset or taken back', async () => {
  const { address, list } = await opened('/app/inbox?view=5')
  list.set('unread', '1')
  expect(list.filter.value).toEqual({ state: 'open', type: 'api', unread: '1' })
  expect([address.url.value, list.isAltered.value]).toEqual([
    '/app/inbox?view=5&state=open&type=api&unread=1',
    true,
  ])
  expect(list.query.value).toBe('?view=5&state=open&type=api&unread=1')
  list.set('unread', undefined)
  expect([address.url.value, list.isAltered.value]).toEqual(['/app/inbox?view=5', false])
  list.narrow({})
  expect([address.url.value, list.filter.value]).toEqual(['/app/inbox?view=5&state=all', {}])
  list.sortBy('activity')
  list.reset()
  expect([address.url.value, list.isAltered.value]).toEqual(['/app/inbox?view=5', false])
  list.sortBy('due')
  list.sortBy('waiting')
  expect(address.url.value).toBe('/app/inbox?view=5')
  list.stop()
})

test('a view opens next to the open conversation, without what was filtered before', async () => {
  const { address, list } = await opened(`/app/inbox/${ADA}?unread=1&message=3`)
  list.open(5)
  expect(address.url.value).toBe(`/app/inbox/${ADA}?message=3&view=5`)
  expect(list.query.value).toBe('?view=5')
  list.sortBy('due')
  list.open(5)
  expect([list.isAltered.value, list.sort.value]).toEqual([false, 'waiting'])
  address.go('/app/contacts')
  list.open(5)
  expect(address.url.value).toBe('/app/contacts')
  list.stop()
})

test('a view is searched within its filters, and is itself again without the words', async () => {
  const { server, address, list } = await opened('/app/inbox?view=5')
  const search = createSearchModel({ api: server.api, list })
  search.edit('parcel')
  search.commit()
  expect(list.filter.value).toEqual({ state: 'open', type: 'api', q: 'parcel' })
  search.edit('')
  search.commit()
  expect(address.url.value).toBe('/app/inbox?view=5')
  search.stop()
  list.stop()
})

test('nothing is listed until the views are known, nor for one that is gone, and never everything instead', async () => {
  const { list, views, reads, ids } = await opened('/app/inbox?view=5', { isLoaded: false })
  expect([list.listed.value, list.isMissing.value, reads()]).toEqual([undefined, false, []])
  views.saved.value = [api]
  views.isLoaded.value = true
  await settle()
  expect([reads().length, ids()]).toEqual([1, [ADA]])
  // Somebody else deletes it.
  views.saved.value = []
  await settle()
  expect([list.isMissing.value, ids(), list.matching.value]).toEqual([true, [], undefined])
  list.set('unread', '1')
  await settle()
  expect([list.isMissing.value, reads().at(-1)]).toEqual([false, { state: 'open', unread: '1' }])
  list.stop()
})

test.each(['/app/inbox?view=999', '/app/inbox?view=x', '/app/inbox?view=&unread=1'])(
  '%s names no view of this operator',
  async (url) => {
    const { list, reads } = await opened(url)
    expect([list.isMissing.value, reads()]).toEqual([true, []])
    list.stop()
  },
)

test('a view changes while it is open, with its list', async () => {
  const { list, views, reads } = await opened('/app/inbox?view=5')
  views.saved.value = [{ ...api, name: 'API', filters: { state: 'ended' }, sort: null }]
  await settle()
  expect([list.view.value?.name, reads().at(-1)]).toEqual(['API', { state: 'ended' }])
  list.stop()
})
