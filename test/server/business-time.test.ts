import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterBusinessTime,
  businessTimeBetween,
} from '../../server/features/platform/values/business-time.ts'
import { type Week, weekOf } from '../../server/features/platform/values/office-hours.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NINE_TO_FIVE = [['09:00', '17:00']]
const WORKDAYS = weekOf([...Array(5).fill(NINE_TO_FIVE), [], []])!
const NIGHTS = weekOf(Array(7).fill([['22:00', '06:00']]))!
/** Two calendar days with a clock change each: the clock goes forward, and back. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  // Half an hour, and across midnight.
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['America/Santiago', '2026-09-06', '2026-04-05'],
] as const

const due = (week: Week | undefined, from: string, hours: number, zone = 'Europe/Berlin') => {
  const at = afterBusinessTime(week, zone, Date.parse(from), hours * HOUR)
  return at && new Date(at).toISOString().slice(0, 16)
}

test.each([
  ['within one day', WORKDAYS, '2026-11-23T08:00Z', 2, '2026-11-23T10:00'],
  ['up to the very end of a day', WORKDAYS, '2026-11-23T08:00Z', 8, '2026-11-23T16:00'],
  ['over a night', WORKDAYS, '2026-11-23T15:00Z', 2, '2026-11-24T09:00'],
  ['over a weekend', WORKDAYS, '2026-11-20T15:30Z', 1, '2026-11-23T08:30'],
  ['from a closed Sunday', WORKDAYS, '2026-11-22T12:00Z', 1, '2026-11-23T09:00'],
  ['in all hours', undefined, '2026-11-20T15:30Z', 1, '2026-11-20T16:30'],
  // The night from 22:00 to 06:00 has seven hours, and nine.
  [
    'in the night in which the clock goes forward',
    NIGHTS,
    '2026-03-28T21:00Z',
    7,
    '2026-03-29T04:00',
  ],
  ['in the night in which the clock goes back', NIGHTS, '2026-10-24T20:00Z', 9, '2026-10-25T05:00'],
  ['over both nights', NIGHTS, '2026-10-24T20:00Z', 10, '2026-10-25T22:00'],
] as const)('time within office hours adds up %s', (_, week, from, hours, end) => {
  expect(due(week, from, hours)).toBe(end)
})

test('hours that never come have no end', () => {
  expect(due(weekOf(Array(7).fill([])), '2026-11-20T15:30Z', 1)).toBeUndefined()
  // One minute a week: four years have less than four hours.
  const week = weekOf([[['09:00', '09:01']], [], [], [], [], [], []])
  expect(due(week, '2026-11-20T15:30Z', 4)).toBeUndefined()
})

const clock = fc
  .integer({ min: 0, max: 1440 })
  .map(
    (minute) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  )
const range = fc.tuple(clock, clock).filter(([from, until]) => from !== '24:00' && from !== until)
const hours = fc.array(fc.array(range, { maxLength: 3 }), { minLength: 7, maxLength: 7 })
/** A moment within three days of a clock change. */
const moment = fc
  .tuple(fc.constantFrom(...CHANGES), fc.boolean(), fc.integer({ min: -1440, max: 2 * 1440 }))
  .map(([[zone, one, other], isOther, minutes]) => ({
    zone,
    at: Date.parse(isOther ? other : one) + minutes * MINUTE,
  }))

test('the time that has passed at the end is the time that was asked for, and a minute less before it', () => {
  fc.assert(
    fc.property(hours, moment, fc.integer({ min: 1, max: 3000 }), (raw, { zone, at }, minutes) => {
      const week = weekOf(raw)!
      const end = afterBusinessTime(week, zone, at, minutes * MINUTE)
      if (end === undefined) return raw.every((day) => day.length === 0)
      if (end - at > 60 * DAY) return true
      const passed = (to: number) => businessTimeBetween(week, zone, at, to) / MINUTE
      return passed(end) === minutes && passed(end - MINUTE) === minutes - 1
    }),
    { numRuns: 60 },
  )
})
