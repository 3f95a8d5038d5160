import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Updates } from '../../electron/desktop-api.ts'
import { keepUpdated } from '../../electron/keep-updated.ts'
import { feedAddress, feedOf } from '../../electron/update-feed.ts'
import { checkRegularly } from '../../electron/update-rounds.ts'
import { publicHalf } from '../../scripts/package/feed.ts'
import { startFeed, type TestFeed } from '../support/update-feed.ts'

const electron = vi.hoisted(() => ({ appPath: '', partitions: [] as unknown[][], loaded: 0 }))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: {
      name: 'Parley',
      getVersion: () => '1.0.0',
      getAppPath: () => electron.appPath,
      getPath: () => electron.appPath,
      whenReady: async () => undefined,
      once: () => undefined,
    },
    session: {
      fromPartition: (...args: unknown[]) => {
        electron.partitions.push(args)
        return { fetch }
      },
    },
  })
})
vi.mock('../../electron/updater.ts', async (load) => {
  electron.loaded++
  return load()
})

let feed: TestFeed

beforeEach(async () => {
  feed = await startFeed()
  electron.appPath = path.join(feed.home, 'app')
  electron.partitions.length = 0
  electron.loaded = 0
  mkdirSync(electron.appPath)
  vi.spyOn(console, 'error').mockReturnValue()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  await feed.stop()
})

function keep(description: object) {
  writeFileSync(path.join(electron.appPath, 'package.json'), JSON.stringify(description))
  const views: Updates[] = []
  const updates = keepUpdated({
    onChange: (to) => views.push(to),
    drain: async () => undefined,
    serve: () => undefined,
  })
  return { updates, views }
}

const DAY = 24 * 3_600_000
const key = () => publicHalf(feed.key)

test('a package without a feed checks nothing, loads nothing and waits for nothing', async () => {
  const { updates, views } = keep({ name: 'parley' })
  expect([updates.isOn, updates.read(), vi.getTimerCount()]).toEqual([false, { step: 'off' }, 0])
  await vi.advanceTimersByTimeAsync(3 * DAY)
  await updates.check()
  await updates.install()
  expect([views, feed.asked, electron.loaded, electron.partitions]).toEqual([[], [], 0, []])
})

test('a package with a feed checks a while after the start, and not before', async () => {
  feed.publish()
  const { updates } = keep({ updates: { url: feed.url, key: key() } })
  expect([updates.isOn, updates.read()]).toEqual([true, { step: 'waiting' }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([electron.loaded, feed.asked]).toEqual([0, []])
  await vi.advanceTimersByTimeAsync(180_000)
  // Here it runs from a folder.
  await vi.waitFor(() => expect(updates.read().step).toBe('found'))
  expect(electron.partitions).toEqual([['updates', { cache: false }]])
})

test.each([
  ['without a key', () => ({ url: feed.url })],
  ['with a key of another kind', () => ({ url: feed.url, key: 'AAAA' })],
  ['at an address that anybody can change', () => ({ url: 'http://example.com/', key: key() })],
])('a feed %s is ignored and logged', async (_what, updates) => {
  expect(keep({ updates: updates() }).updates.isOn).toBe(false)
  expect(console.error).toHaveBeenCalledOnce()
})

test.each([
  ['https://example.com/parley', 'https://example.com/parley/'],
  ['https://example.com/parley/', 'https://example.com/parley/'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
])('a feed’s address is a folder: %s', (text, address) => {
  expect(feedAddress(text)).toBe(address)
})

test.each([
  'http://example.com/',
  'http://127.0.0.1.example.com/',
  'https://user:secret@example.com/',
  'https://example.com/?a=b',
  'https://example.com/#a',
  'file:///etc',
  'ftp://example.com/',
  'example.com',
  '',
])('%j is not a feed address', (text) => {
  expect(() => feedAddress(text)).toThrow('has to be https://')
})

test('this source names no feed', () => {
  expect(feedOf('{"name":"parley"}')).toBeUndefined()
})

const HOUR = 3_600_000

test('it checks two minutes after the start and then every six hours, with 25 % jitter', async () => {
  const check = vi.fn(async () => true)
  checkRegularly({ check, chance: () => 0.5 })
  await vi.advanceTimersByTimeAsync(120_000 - 1)
  expect(check).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(check).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(6 * HOUR)
  expect(check).toHaveBeenCalledTimes(2)
  const early = vi.fn(async () => true)
  checkRegularly({ check: early, chance: () => 0 })
  await vi.advanceTimersByTimeAsync(0.75 * (120_000 + 6 * HOUR))
  expect(early).toHaveBeenCalledTimes(2)
})

test('a failed check is retried with growing delays, and at least every six hours', async () => {
  let works = false
  const times: number[] = []
  const began = Date.now()
  vi.useFakeTimers({ now: began })
  checkRegularly({
    check: async () => {
      times.push(Date.now() - began)
      return works
    },
    chance: () => 0.5,
  })
  await vi.advanceTimersByTimeAsync(36 * HOUR)
  const waits = times.slice(1).map((time, index) => (time - times[index]!) / HOUR)
  expect(waits.slice(0, 7)).toEqual([0.25, 0.5, 1, 2, 4, 6, 6])
  works = true
  await vi.advanceTimersByTimeAsync(12 * HOUR)
  works = false
  times.length = 0
  await vi.advanceTimersByTimeAsync(7 * HOUR)
  expect((times[1]! - times[0]!) / HOUR).toBe(0.25)
})
