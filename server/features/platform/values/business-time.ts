import { SLOT_MS } from '../../../db/tallies.ts'
import { dayAt, plusDays, startOf } from './local-days.ts'
import { clockAt, type Range, type Week, weekdayOf } from './office-hours.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAY_MINUTES = 1440

/** Days that are searched for an end, so that very few hours a week cannot make a search endless. */
const MAX_DAYS = 1500

/** A stretch of office hours, ms since 1970; `to` is exclusive. */
interface Open {
  readonly from: number
  readonly to: number
}

/**
 * The instant at which so much time within office hours has passed since `from`.
 * @param week office hours; undefined for all hours
 * @param from ms since 1970
 * @param amount ms, above 0
 * @returns ms since 1970; undefined if the hours never add up to it within four years
 */
export function afterBusinessTime(
  week: Week | undefined,
  timeZone: string,
  from: number,
  amount: number,
): number | undefined {
  if (!week) return from + amount
  if (week.every((hours) => hours.length === 0)) return undefined
  let left = amount
  const today = dayAt(from, timeZone)
  for (let ahead = 0; ahead < MAX_DAYS; ahead += 1) {
    for (const open of hoursOf(plusDays(today, ahead), week, timeZone)) {
      const start = Math.max(open.from, from)
      const length = open.to - start
      if (length <= 0) continue
      if (length >= left) return start + left
      left -= length
    }
  }
  return undefined
}

/** Time within office hours from one instant to another, ms. */
export function businessTimeBetween(
  week: Week | undefined,
  timeZone: string,
  from: number,
  to: number,
): number {
  if (!week) return to - from
  let sum = 0
  const last = dayAt(to, timeZone)
  for (let day = dayAt(from, timeZone); day <= last; day = plusDays(day, 1)) {
    for (const open of hoursOf(day, week, timeZone))
      sum += Math.max(0, Math.min(open.to, to) - Math.max(open.from, from))
  }
  return sum
}

/** Office hours on a calendar day, in order and without overlaps. */
function hoursOf(day: string, week: Week, timeZone: string): Open[] {
  const start = startOf(day, timeZone)
  const end = startOf(plusDays(day, 1), timeZone)
  const ranges = rangesOn(day, week)
  const stretches =
    end - start === DAY_MS
      ? ranges.map(([from, until]) => ({
          from: start + from * MINUTE_MS,
          to: start + until * MINUTE_MS,
        }))
      : hoursBySlot(start, end, ranges, timeZone)
  return merged(stretches)
}

/** Ranges of a weekday, with what is left of a night that began on the day before. */
function rangesOn(day: string, week: Week): Range[] {
  const today = week[weekdayOf(day)]!
  const yesterday = week[weekdayOf(plusDays(day, -1))]!
  return [
    ...yesterday.flatMap(([from, until]): Range[] => (until < from ? [[0, until]] : [])),
    ...today.map(([from, until]): Range => (until < from ? [from, DAY_MINUTES] : [from, until])),
  ]
}

/** Office hours on a day with a clock change. Within a quarter of an hour the local clock runs evenly. */
function hoursBySlot(
  start: number,
  end: number,
  ranges: readonly Range[],
  timeZone: string,
): Open[] {
  const found: Open[] = []
  for (let slot = start; slot < end; slot += SLOT_MS) {
    const clock = clockAt(slot, timeZone)
    for (const [from, until] of ranges) {
      const first = Math.max(from, clock)
      const past = Math.min(until, clock + SLOT_MS / MINUTE_MS)
      if (first < past)
        found.push({
          from: slot + (first - clock) * MINUTE_MS,
          to: slot + (past - clock) * MINUTE_MS,
        })
    }
  }
  return found
}

function merged(stretches: readonly Open[]): Open[] {
  const result: Open[] = []
  for (const open of [...stretches].sort((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && open.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, open.to) }
    else result.push(open)
  }
  return result
}
