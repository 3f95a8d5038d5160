import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CallingHours,
  callingWindows,
  isCallingTime,
  minuteOf,
  nextCallingTime,
  timeOf,
  WEEKDAYS,
} from '#contracts/calling-hours.ts'

const MINUTE_MS = 60_000

function hoursOf(
  change: { start?: string; end?: string } & Partial<Omit<CallingHours, 'start' | 'end'>> = {},
): CallingHours {
  const { start = '09:00', end = '17:59', ...rest } = change
  return {
    timezone: 'Europe/Berlin',
    days: WEEKDAYS,
    ...rest,
    start: minuteOf(start),
    end: minuteOf(end),
  }
}

const windowsFrom = (hours: CallingHours, at: string, count: number) =>
  callingWindows(hours, Date.parse(at), count).map(({ from, until }) => [
    new Date(from).toISOString(),
    new Date(until).toISOString(),
  ])

test('calling is allowed from the first to the last minute, in local time', () => {
  const hours = hoursOf()
  const isAllowed = (at: string) => isCallingTime(hours, Date.parse(at))
  expect(isAllowed('2026-07-01T06:59:59.999Z')).toBe(false)
  expect(isAllowed('2026-07-01T07:00:00Z')).toBe(true)
  expect(isAllowed('2026-07-01T15:59:59.999Z')).toBe(true)
  expect(isAllowed('2026-07-01T16:00:00Z')).toBe(false)
})

test('only allowed days have windows', () => {
  const hours = hoursOf({ days: ['monday', 'friday'] })
  expect(windowsFrom(hours, '2026-06-30T12:00:00Z', 2)).toEqual([
    ['2026-07-03T07:00:00.000Z', '2026-07-03T16:00:00.000Z'],
    ['2026-07-06T07:00:00.000Z', '2026-07-06T16:00:00.000Z'],
  ])
})

test('hours past midnight belong to the day they started on', () => {
  const hours = hoursOf({ start: '22:00', end: '01:59', days: ['friday'], timezone: 'UTC' })
  expect(windowsFrom(hours, '2026-07-01T00:00:00Z', 2)).toEqual([
    ['2026-07-03T22:00:00.000Z', '2026-07-04T02:00:00.000Z'],
    ['2026-07-10T22:00:00.000Z', '2026-07-11T02:00:00.000Z'],
  ])
})

test('a daily window follows the daylight-saving changes in spring and autumn', () => {
  const hours = hoursOf({ days: ['saturday', 'sunday'] })
  // The clocks change on 29 March and 25 October 2026.
  expect(windowsFrom(hours, '2026-03-28T00:00:00Z', 2)).toEqual([
    ['2026-03-28T08:00:00.000Z', '2026-03-28T17:00:00.000Z'],
    ['2026-03-29T07:00:00.000Z', '2026-03-29T16:00:00.000Z'],
  ])
  expect(windowsFrom(hours, '2026-10-24T00:00:00Z', 2)).toEqual([
    ['2026-10-24T07:00:00.000Z', '2026-10-24T16:00:00.000Z'],
    ['2026-10-25T08:00:00.000Z', '2026-10-25T17:00:00.000Z'],
  ])
})

test('a nonexistent local time is skipped', () => {
  const hours = hoursOf({ start: '02:15', end: '02:44' })
  expect(windowsFrom(hours, '2026-03-28T00:00:00Z', 2)).toEqual([
    ['2026-03-28T01:15:00.000Z', '2026-03-28T01:45:00.000Z'],
    // Not on 29 March, when 02:00 is followed by 03:00.
    ['2026-03-30T00:15:00.000Z', '2026-03-30T00:45:00.000Z'],
  ])
  const begins = hoursOf({ start: '02:15', end: '04:59' })
  expect(windowsFrom(begins, '2026-03-29T00:00:00Z', 1)).toEqual([
    ['2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000Z'],
  ])
})

test('an ambiguous local time counts both times', () => {
  const hours = hoursOf({ start: '02:15', end: '02:44', days: ['sunday'] })
  expect(windowsFrom(hours, '2026-10-24T23:00:00Z', 3)).toEqual([
    ['2026-10-25T00:15:00.000Z', '2026-10-25T00:45:00.000Z'],
    ['2026-10-25T01:15:00.000Z', '2026-10-25T01:45:00.000Z'],
    ['2026-11-01T01:15:00.000Z', '2026-11-01T01:45:00.000Z'],
  ])
})

test('round-the-clock hours every day never close', () => {
  const hours = hoursOf({ start: '00:00', end: '23:59' })
  const at = Date.parse('2026-03-28T12:34:56Z')
  expect(nextCallingTime(hours, at)).toBe(at)
  expect(callingWindows(hours, at, 1)[0]!.until - at).toBeGreaterThan(7 * 86_400_000)
})

const anyHours = fc
  .record({
    timezone: fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/Santiago',
      'Pacific/Apia',
    ),
    start: fc.integer({ min: 0, max: 1439 }),
    end: fc.integer({ min: 0, max: 1439 }),
    days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  })
  .filter(({ start, end }) => start !== end)
/** Two years, including every clock change. */
const anyTime = fc.integer({
  min: Date.parse('2026-01-01T00:00:00Z'),
  max: Date.parse('2027-12-31T00:00:00Z'),
})

test('the next calling time is allowed, and no minute before it is', () => {
  fc.assert(
    fc.property(
      anyHours,
      anyTime,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (hours, at, share) => {
        const next = nextCallingTime(hours, at)
        expect(next).toBeGreaterThanOrEqual(at)
        expect(isCallingTime(hours, next)).toBe(true)
        if (next === at) return
        expect(isCallingTime(hours, next - 1)).toBe(false)
        expect(isCallingTime(hours, Math.floor(at + (next - 1 - at) * share))).toBe(false)
      },
    ),
  )
})

test('windows are consecutive without touching, and allowed throughout', () => {
  fc.assert(
    fc.property(
      anyHours,
      anyTime,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (hours, at, share) => {
        const windows = callingWindows(hours, at, 3)
        for (const [index, { from, until }] of windows.entries()) {
          expect(until).toBeGreaterThan(from)
          for (const inside of [from, until - 1, Math.floor(from + (until - 1 - from) * share)])
            expect(isCallingTime(hours, inside)).toBe(true)
          const before = windows[index - 1]
          if (before && before.until - before.from < 21 * 86_400_000)
            expect(from).toBeGreaterThan(before.until)
        }
        const last = windows.at(-1)!
        if (last.until - last.from < 21 * 86_400_000)
          expect(isCallingTime(hours, last.until)).toBe(false)
      },
    ),
    { numRuns: 60 },
  )
})

test('a window on one weekday recurs weekly, despite clock changes', () => {
  fc.assert(
    fc.property(anyHours, anyTime, (hours, at) => {
      const noon = { ...hours, start: 720, end: 779, days: hours.days.slice(0, 1) }
      const [first, second] = callingWindows(noon, at, 3).slice(1)
      const week = 7 * 86_400_000
      expect(Math.abs(second!.from - first!.from - week)).toBeLessThanOrEqual(60 * MINUTE_MS)
      expect(first!.until - first!.from).toBe(60 * MINUTE_MS)
    }),
    { numRuns: 60 },
  )
})

test('times are formatted without seconds, as they are parsed', () => {
  expect(minuteOf('09:30')).toBe(570)
  expect(minuteOf('23:59:59')).toBe(1439)
  expect(timeOf(570)).toBe('09:30:00')
})
