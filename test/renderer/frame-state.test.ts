import { effect } from '@preact/signals'
import { expect, test } from 'vitest'
import { memoryAddress } from '../../renderer/app/address.ts'
import { createTeam } from '../../renderer/app/people/team.ts'
import { createPreferences } from '../../renderer/app/preferences.ts'
import { queryState } from '../../renderer/app/query-state.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { formatBytes, formatSpan } from '../../renderer/format/numbers.ts'
import { fakeServer } from './support.ts'

const STATUS = { fallback: 'all', values: ['all', 'ended'] } as const

test('a value in the URL is read, written, and omitted when it is the default', () => {
  const address = memoryAddress('/app/calls?status=ended&q=x')
  const status = queryState<'all' | 'ended'>(address, 'status', STATUS)
  expect(status.value).toBe('ended')
  status.value = 'all'
  expect(address.url.value).toBe('/app/calls?q=x')
  status.value = 'ended'
  expect(address.url.value).toBe('/app/calls?q=x&status=ended')
})

test('an invalid value counts as the default', () => {
  const address = memoryAddress('/app/calls?status=%3Cscript%3E')
  expect(queryState<'all' | 'ended'>(address, 'status', STATUS).value).toBe('all')
})

test('a value follows the URL, and keeps its state on other screens', () => {
  const address = memoryAddress('/app/calls?status=ended')
  const status = queryState<'all' | 'ended'>(address, 'status', STATUS)
  const seen: string[] = []
  effect(() => void seen.push(status.value))
  address.go('/app/sms?status=all')
  address.go('/app/calls')
  expect(seen).toEqual(['ended', 'all'])
})

test('a step that Back undoes pushes an entry; typing replaces it', () => {
  const steps: [string, boolean | undefined][] = []
  const address = memoryAddress('/app/calls')
  const tab = queryState(address, 'tab', { fallback: '', push: true })
  const search = queryState(address, 'q', { fallback: '' })
  address.connect((url, replace) => void steps.push([url, replace]))
  tab.value = 'a'
  search.value = 'b'
  expect(steps).toEqual([
    ['/app/calls?tab=a', false],
    ['/app/calls?tab=a&q=b', true],
  ])
})

test('preferences survive a reload, and invalid ones are ignored', () => {
  const storage = memoryStorage()
  const first = createPreferences(storage)
  first.density.value = 'compact'
  first.keys.value = { palette: 'p' }
  first.volume.value = 20
  const second = createPreferences(storage)
  expect([second.density.value, second.keys.value, second.volume.value]).toEqual([
    'compact',
    { palette: 'p' },
    20,
  ])
  storage.setItem('parley.theme', 'plaid')
  storage.setItem('parley.keys', '{')
  storage.setItem('parley.volume', '4000')
  const third = createPreferences(storage)
  expect([third.theme.value, third.keys.value, third.volume.value]).toEqual(['auto', {}, 60])
})

const ann = {
  id: 1,
  name: 'Ann',
  email: null,
  confirmed_email: null,
  picture: null,
  is_first: true,
  custom_role: null,
  role: 'owner' as const,
  is_me: true,
  invited_until: null,
  created_at: '2026-11-21T09:00:00.000000Z',
}

test('the team follows the stream and keeps the current user', async () => {
  const server = fakeServer()
  server.on('GET /user/operators', { data: [ann] })
  const team = createTeam(server.api)
  await team.load()
  const { is_me: _, invited_until: __, ...change } = ann
  team.apply({ type: 'operator.updated', id: 1, data: { ...change, name: 'Anna' } })
  team.apply({ type: 'operator.created', id: 2, data: { ...change, id: 2, name: 'Bob' } })
  expect(team.me.value?.name).toBe('Anna')
  expect(team.nameOf(2)).toBe('Bob')
  const billing = { id: 1, name: 'Billing', colour: 'teal' } as const
  team.apply({
    type: 'teams.changed',
    id: 4,
    data: { data: [{ ...billing, operator_ids: [1, 2] }] },
  })
  team.apply({ type: 'operator.deleted', id: 3, data: { ...change, id: 2, name: 'Bob' } })
  expect(team.people.value).toHaveLength(1)
  expect(team.teams.value).toEqual([{ ...billing, operator_ids: [1] }])
})

test('sizes and durations use their largest unit', () => {
  expect(formatBytes(20 * 1024 * 1024)).toBe('20 MB')
  expect(formatBytes(512)).toBe('512 bytes')
  expect(formatSpan(30 * 86_400_000)).toBe('30 days')
  expect(formatSpan(90_000)).toBe('90 seconds')
})
