import { SLOT_MS } from '../../../db/tallies.ts'
import { toZonedIso } from '../../../db/time.ts'

const DAY_MS = 86_400_000
/** No clock on earth is further from UTC than this. */
const FURTHEST_MS = 15 * 3_600_000

/** The calendar day that it is somewhere. */
export const dayAt = (ms: number, timeZone: string): string => toZonedIso(ms, timeZone).slice(0, 10)

/** The calendar day so many days later. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

const MAX_STARTS = 5000
const starts = new Map<string, number>()

/**
 * The instant at which a calendar day begins somewhere: midnight, or later where the clock leaps over it. Every offset
 * there is has whole quarters of an hour.
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
  let before = (midnight - FURTHEST_MS) / SLOT_MS
  let from = (midnight + FURTHEST_MS) / SLOT_MS
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayAt(middle * SLOT_MS, timeZone) < day) before = middle
    else from = middle
  }
  return from * SLOT_MS
}

/** The instant at which a clock somewhere shows the same time on another day; its end, when that day is shorter. */
export function sameTimeOn(day: string, now: number, timeZone: string): number {
  const passed = now - startOf(dayAt(now, timeZone), timeZone)
  return Math.min(startOf(day, timeZone) + passed, startOf(plusDays(day, 1), timeZone))
}

/** The whole days `date_from` to `date_to` somewhere, ms, `to` not included; undefined where there is no bound. */
export function daysIn(
  { date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined },
  timeZone = 'UTC',
) {
  return {
    from: date_from === undefined ? undefined : startOf(date_from, timeZone),
    to: date_to === undefined ? undefined : startOf(plusDays(date_to, 1), timeZone),
  }
}
