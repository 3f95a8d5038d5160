import { expect, onTestFinished, test, vi } from 'vitest'
import type { Home, HomeNumbers } from '#contracts/home.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import type { LiveEvent } from '../../renderer/app/live.ts'
import { greetingFor } from '../../renderer/screens/home/greeting.ts'
import { createHomeModel } from '../../renderer/screens/home/model.ts'
import { problemsOf } from '../../renderer/screens/home/problems.tsx'
import { aiShareOf, averageOf, costOf, formatSum } from '../../renderer/screens/home/sums.ts'
import { waitingTime } from '../../renderer/screens/home/waiting-time.ts'
import { FIRST_FACTS } from './fake-home.ts'
import { fakeLive, fakeServer, later } from './support.ts'

const NUMBERS: HomeNumbers = {
  conversations: { test: 1, widget: 3, messenger: 0, api: 0 },
  asked: 3,
  ai_handled: 2,
  answered: 3,
  first_answer_p50_ms: 1500,
  first_answer_p90_ms: 3000,
  ended: 1,
  messages: { visitor: 5, assistant: 5, operator: 1 },
  cost: 0.02,
  ratings: [0, 0, 0, 1, 2],
  calls: { inbound: 0, outbound: 0, web: 0, sandbox: 0 },
  call_seconds: 0,
  call_cost: 0,
  sms: 0,
  spent: { sms: 0.1, messenger: 0, call: 0.2 },
}

const NEEDS: Home['needs_you'] = {
  conversations: { total: 0, data: [] },
  failed_webhooks: 0,
  failed_sms: 0,
  failed_documents: 0,
  expiring_numbers: [],
  low_balance: null,
}

function home(change: Partial<Home> = {}): Home {
  return {
    now: '2026-11-21T12:00:00.000000Z',
    needs_you: NEEDS,
    today: NUMBERS,
    last_week: NUMBERS,
    last_week_until: '2026-11-14T12:15:00.000000Z',
    period: NUMBERS,
    period_before: NUMBERS,
    days: [{ ...NUMBERS, day: '2026-11-21' }],
    backup: null,
    onboarding: {
      is_dismissed: false,
      assistant_id: 1,
      facts: FIRST_FACTS,
    },
    ...change,
  }
}

function setUp(start = '/app/home') {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const server = fakeServer()
  const live = fakeLive()
  const address = memoryAddress(start)
  server.on('GET /user/home', home())
  server.on('GET /user/assistants', [
    { id: 1, name: 'Mira' },
    { id: 2, name: 'Guide' },
  ])
  const model = createHomeModel({ ...server, live, address, timezone: 'Europe/Berlin' })
  onTestFinished(model.stop)
  const asked = () => server.calls.filter(({ call }) => call === 'GET /user/home')
  return { server, live, address, model, asked }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const event = (type: LiveEvent['type']) => ({ type, id: 1, data: {} }) as unknown as LiveEvent

test('Home uses the page’s time zone and the URL’s period', async () => {
  const { asked, model } = setUp('/app/home?days=7&assistant=2')
  await settle()
  expect(asked().map(({ query }) => query)).toEqual([
    { timezone: 'Europe/Berlin', days: '7', assistant_id: '2' },
  ])
  expect(model.home.value?.today.asked).toBe(3)
  expect(model.assistants.value.map(({ name }) => name)).toEqual(['Mira', 'Guide'])
})

test('another period is in the URL and loaded at once; the old figures stay until then', async () => {
  const { asked, model, address, server } = setUp()
  await settle()
  const answer = later<object>()
  server.on('GET /user/home', () => answer.promise)
  model.days.value = '90'
  await settle()
  expect(address.url.value).toBe('/app/home?days=90')
  expect(asked().at(-1)!.query).toMatchObject({ days: '90' })
  expect(model.isBusy.value).toBe(true)
  expect(model.home.value?.today.asked).toBe(3)
  answer.resolve(home({ today: { ...NUMBERS, asked: 9 } }))
  await settle()
  expect(model.home.value?.today.asked).toBe(9)
  expect(model.isBusy.value).toBe(false)
})

test('a response to an earlier request does not overwrite a later one', async () => {
  const { model, server } = setUp()
  await settle()
  const [slow, quick] = [later<object>(), later<object>()]
  server.on('GET /user/home', () => slow.promise)
  model.days.value = '90'
  await settle()
  server.on('GET /user/home', () => quick.promise)
  model.days.value = '7'
  await settle()
  quick.resolve(home({ today: { ...NUMBERS, asked: 7 } }))
  await settle()
  slow.resolve(home({ today: { ...NUMBERS, asked: 90 } }))
  await settle()
  expect(model.home.value?.today.asked).toBe(7)
})

test('account activity shows after a moment, with many events batched into one request', async () => {
  const { asked, live } = setUp()
  await settle()
  for (let index = 0; index < 20; index += 1) live.emit(event('message.created'))
  live.emit(event('typing'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked()).toHaveLength(2)
  live.emit(event('message.delta'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked()).toHaveLength(2)
  live.resume()
  await settle()
  expect(asked()).toHaveLength(3)
})

test('a failure is reported, existing figures stay, and a retry works', async () => {
  const { server, model } = setUp()
  await settle()
  server.off('GET /user/home')
  await model.load()
  expect(model.error.value).toContain('Can’t reach Parley')
  expect(model.home.value).toBeDefined()
  server.on('GET /user/home', home())
  await model.load()
  expect(model.error.value).toBeUndefined()
})

test('the first steps hide at once, and come back when the server refuses', async () => {
  const { server, model } = setUp()
  await settle()
  server.on('PUT /user/home/onboarding', { is_dismissed: true })
  const done = model.dismiss(true)
  expect(model.home.value?.onboarding.is_dismissed).toBe(true)
  await done
  expect(server.bodies('PUT /user/home/onboarding')).toEqual([{ is_dismissed: true }])
  server.off('PUT /user/home/onboarding')
  await expect(model.dismiss(false)).rejects.toThrow()
  expect(model.home.value?.onboarding.is_dismissed).toBe(true)
})

test('nothing is requested after the screen is left', async () => {
  const { asked, live, model } = setUp()
  await settle()
  model.stop()
  expect(live.count()).toBe(0)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked()).toHaveLength(1)
})

test('totals match the figures', () => {
  expect(averageOf(NUMBERS)).toBe(4.7)
  expect(averageOf({ ...NUMBERS, ratings: [0, 0, 0, 0, 0] })).toBeNull()
  expect(aiShareOf(NUMBERS)).toBeCloseTo(2 / 3)
  expect(aiShareOf({ ...NUMBERS, asked: 0 })).toBeNull()
  expect(costOf(NUMBERS)).toBe(0.32)
  expect(costOf({ ...NUMBERS, spent: null })).toBe(0.02)
  expect([0, 0.0083, 0.119, 12.345].map(formatSum)).toEqual(['$0.00', '$0.0083', '$0.12', '$12.35'])
})

test('waiting times use their largest unit', () => {
  expect([0, 420, 1250, 59_000, 90_000, 5_400_000, 90_000_000].map(waitingTime)).toEqual([
    '0 ms',
    '420 ms',
    '1.3 s',
    '59 s',
    '1.5 min',
    '1.5 h',
    '25 h',
  ])
})

test('each problem links to where it can be solved', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const number = { id: 3, phone_number: '+4930123456' }
  const found = problemsOf(
    {
      ...NEEDS,
      failed_sms: 2,
      low_balance: { balance: 1, spent_last_week: 4.5 },
      expiring_numbers: [
        { ...number, expires_at: '2026-11-30T00:00:00.000000Z' },
        { ...number, id: 4, expires_at: '2026-11-01T00:00:00.000000Z' },
      ],
    },
    now,
  )
  expect(found.map(({ title, href }) => [title, href])).toEqual([
    ['Only $1.00 left', '/app/balance'],
    ['2 text messages failed in the last 7 days', '/app/sms?status=failed'],
    ['+4930123456 expires soon', '/app/phone-numbers'],
    ['+4930123456 has expired', '/app/phone-numbers'],
  ])
  expect(problemsOf(NEEDS)).toEqual([])
})

test('the greeting matches the time of day and includes the operator’s first name, if there is one', () => {
  expect([3, 7, 13, 20].map((hour) => greetingFor(hour, 'Ada'))).toEqual([
    'Good evening, Ada',
    'Good morning, Ada',
    'Good afternoon, Ada',
    'Good evening, Ada',
  ])
  expect(greetingFor(7, 'Ada King-Noel Lovelace')).toBe('Good morning, Ada')
  expect(greetingFor(13, undefined)).toBe('Good afternoon')
})

test.each([
  ['en', 'Good morning', 'Good afternoon'],
  ['de', 'Guten Tag', 'Guten Tag'],
])('in %s, the greeting at 11:30 is “%s” and at 12:30 “%s”', async (name, before, after) => {
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('navigator', { language: name, languages: [name] })
  const { loadWithTexts } = await import('../../renderer/locales/translate.ts')
  const greeting = await loadWithTexts(() => import('../../renderer/screens/home/greeting.ts'))
  const at = (time: string) => greeting.greetingFor(new Date(time).getHours(), undefined)
  expect([at('2026-11-27T11:30'), at('2026-11-27T12:30')]).toEqual([before, after])
})
