import fc from 'fast-check'
import { test } from 'vitest'
import { businessTimeBetween } from '../../../server/features/platform/values/business-time.ts'
import { awayAt, weekOf } from '../../../server/features/platform/values/office-hours.ts'

const MINUTE = 60_000
/** Two calendar days with a clock change each: the clock goes forward, and back. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  // Half an hour, and across midnight.
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['America/Santiago', '2026-09-06', '2026-04-05'],
] as const

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

test('every minute counts exactly when somebody is there, around every clock change', () => {
  fc.assert(
    fc.property(hours, moment, (raw, { zone, at }) => {
      const week = weekOf(raw)!
      let open = 0
      for (let minute = 0; minute < 200; minute += 1)
        if (awayAt(raw, zone, new Date(at + minute * MINUTE)) === null) open += 1
      return businessTimeBetween(week, zone, at, at + 200 * MINUTE) === open * MINUTE
    }),
    { numRuns: 15 },
  )
})
