import { signal } from '@preact/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fuzzy } from '../../renderer/app/fuzzy.ts'
import { createRecent } from '../../renderer/app/recent.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import {
  createPaletteModel,
  type Entry,
  type Found,
  type Section,
} from '../../renderer/screens/palette/palette-model.ts'
import { later } from './support.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({ id: label, label, ...more })
const marked = (query: string, text: string) =>
  fuzzy(query, text)?.ranges.map(([from, to]) => text.slice(from, to))

test('matching ranks prefix, then word start, then substring, then scattered letters', () => {
  expect(marked('set', 'Settings')).toEqual(['Set'])
  expect(marked('key', 'API keys')).toEqual(['key'])
  expect(marked('ttin', 'Settings')).toEqual(['ttin'])
  expect(marked('nas', 'New assistant')).toEqual(['N', 'as'])
  expect(marked('zz', 'Settings')).toBeUndefined()
})

test('every word must match, in any order, ignoring case and accents', () => {
  expect(marked('keys api', 'API keys')).toEqual(['API', 'keys'])
  expect(marked('ubersicht', 'Übersicht')).toEqual(['Übersicht'])
  expect(marked('api cars', 'API keys')).toBeUndefined()
})

test('the better match has the higher score', () => {
  const score = (text: string) => fuzzy('in', text)?.score ?? 0
  expect(score('Inbox')).toBeGreaterThan(score('Log in'))
  expect(score('Log in')).toBeGreaterThan(score('Settings'))
})

const SCREENS: Section<Entry> = {
  title: 'Screens',
  entries: [entry('Inbox'), entry('Settings'), entry('API keys', { keywords: 'token secret' })],
}

function palette(remote: (query: string) => Promise<readonly Found[]>) {
  const asked: { query: string; isStale: () => boolean }[] = []
  const model = createPaletteModel({
    local: () => [SCREENS],
    remote: (query, { aborted: _, ...rest }) => {
      asked.push({ query, isStale: () => rest === undefined })
      return [remote(query)]
    },
  })
  return { model, asked, labels: () => model.results.value.map(({ label }) => label) }
}

const found = (...labels: string[]): readonly Found[] => [
  { title: 'Contacts', entries: labels.map((label) => entry(label)) },
]

test('local entries are listed at once, also under synonyms', () => {
  const { model, labels } = palette(async () => [])
  expect(labels()).toEqual(['Inbox', 'Settings', 'API keys'])
  model.type('sett')
  expect(labels()).toEqual(['Settings'])
  model.type('secret')
  expect(labels()).toEqual(['API keys'])
})

test('fast typing sends one request, and its results are added below', async () => {
  const { model, asked, labels } = palette(async () => found('Indira'))
  for (const text of ['i', 'in', 'ind']) model.type(text)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.map(({ query }) => query)).toEqual(['ind'])
  expect(labels()).toEqual(['Indira'])
})

test('a late response to an older request is dropped', async () => {
  const [first, second] = [later<readonly Found[]>(), later<readonly Found[]>()]
  const { model, labels } = palette((query) => (query === 'ada' ? first : second).promise)
  model.type('ada')
  await vi.advanceTimersByTimeAsync(200)
  model.type('adam')
  await vi.advanceTimersByTimeAsync(200)
  second.resolve(found('Adam'))
  await vi.advanceTimersByTimeAsync(0)
  first.resolve(found('Ada'))
  await vi.advanceTimersByTimeAsync(0)
  expect(labels()).toEqual(['Adam'])
})

test('the last results stay while the next are loading', async () => {
  const next = later<readonly Found[]>()
  const { model, labels } = palette((query) =>
    query === 'ad' ? Promise.resolve(found('Ada')) : next.promise,
  )
  model.type('ad')
  await vi.advanceTimersByTimeAsync(200)
  model.type('ada')
  await vi.advanceTimersByTimeAsync(200)
  expect(labels()).toEqual(['Ada'])
  expect(model.isSearching.value).toBe(true)
})

test('a failed request takes nothing else with it', async () => {
  const { model, labels } = palette(() => Promise.reject(new TypeError('gone')))
  model.type('in')
  await vi.advanceTimersByTimeAsync(200)
  expect(labels()[0]).toBe('Inbox')
  expect(model.isSearching.value).toBe(false)
})

test('the arrow keys wrap around, and Enter picks the highlighted entry', () => {
  const { model } = palette(async () => [])
  model.move(-1)
  expect(model.chosen.value?.label).toBe('API keys')
  model.move(1)
  expect(model.chosen.value?.label).toBe('Inbox')
  model.type('sett')
  expect(model.chosen.value?.label).toBe('Settings')
})

test('the results react to the state they depend on', () => {
  const commands = signal<readonly Entry[]>([])
  const model = createPaletteModel({
    local: () => [{ title: 'Here', entries: commands.value }],
    remote: () => [],
  })
  expect(model.results.value).toEqual([])
  commands.value = [entry('Resolve conversation')]
  expect(model.results.value).toHaveLength(1)
})

test('recent entries are unique, newest first, at most eight, and survive a reload', () => {
  const storage = memoryStorage()
  const recent = createRecent(storage)
  for (let id = 0; id < 10; id++) recent.add({ href: `/app/calls/${id}`, label: `Call ${id}` })
  recent.add({ href: '/app/calls/5', label: 'Call 5' })
  const kept = createRecent(storage).items.value
  expect(kept).toHaveLength(8)
  expect(kept[0]).toEqual({ href: '/app/calls/5', label: 'Call 5' })
  expect(new Set(kept.map(({ href }) => href)).size).toBe(8)
})

test('a stored address outside the app is ignored', () => {
  const storage = memoryStorage()
  storage.setItem('parley.recent', JSON.stringify([{ href: 'javascript:alert(1)', label: 'x' }]))
  expect(createRecent(storage).items.value).toEqual([])
})

test('a matching name ranks above commands that match only by scattered letters', async () => {
  const answer = later<readonly Found[]>()
  const model = createPaletteModel({
    local: () => [{ title: 'Here', entries: [entry('Take over from them')] }],
    remote: () => [answer.promise],
  })
  model.type('tom')
  expect(model.results.value.map(({ label }) => label)).toEqual(['Take over from them'])
  // Enter must not pick anything while the response is pending.
  expect(model.chosen.value).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  answer.resolve(found('Tom Baker'))
  await vi.advanceTimersByTimeAsync(0)
  expect(model.results.value.map(({ label }) => label)).toEqual([
    'Tom Baker',
    'Take over from them',
  ])
  expect(model.chosen.value?.label).toBe('Tom Baker')
})

test('a command that starts with the words ranks above one that merely contains them', async () => {
  const { model, labels } = palette(async () => found('My inbox'))
  model.type('inbox')
  expect(model.chosen.value?.label).toBe('Inbox')
  await vi.advanceTimersByTimeAsync(200)
  expect(labels()).toEqual(['Inbox', 'My inbox'])
})
