import { SLOT_MS } from '../../../db/tallies.ts'
import { toZonedIso } from '../../../db/time.ts'

const DAY_MS = 86_400_000
/** Largest UTC offset of any timezone. */
const MAX_OFFSET_MS = 15 * 3_600_000

/** The current calendar day in a timezone. */
export const dayAt = (ms: number, timeZone: string): string => toZonedIso(ms, timeZone).slice(0, 10)

/** Adds days to a calendar day. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const MAX_STARTS = 5000
const starts = new Map<string, number>()

/**
 * Start of a calendar day in a timezone: midnight, or later if a clock change skips it. All offsets
 * are multiples of a quarter of an hour.
 */
export function startOf(day: string, timeZone: string): number {
  const key = `${timeZone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const found = find(day, timeZone)
  if (starts.size >= MAX_STARTS) starts.clear()
  starts.set(key, found)
  return found
}

function find(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let before = (midnight - MAX_OFFSET_MS) / SLOT_MS
  let from = (midnight + MAX_OFFSET_MS) / SLOT_MS
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayAt(middle * SLOT_MS, timeZone) < day) before = middle
    else from = middle
  }
  return from * SLOT_MS
}

/** The same local time on another day; the end of that day if it is too short. */
export function sameTimeOn(day: string, now: number, timeZone: string): number {
  const passed = now - startOf(dayAt(now, timeZone), timeZone)
  return Math.min(startOf(day, timeZone) + passed, startOf(plusDays(day, 1), timeZone))
}

/** The whole local days `date_from` to `date_to`, ms, `to` exclusive; undefined where unbounded. */
export function daysIn(
  { date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined },
  timeZone = 'UTC',
) {
  return {
    from: date_from === undefined ? undefined : startOf(date_from, timeZone),
    to: date_to === undefined ? undefined : startOf(plusDays(date_to, 1), timeZone),
  }
}
