import { toZonedIso } from '../../../db/time.ts'

/** All offsets are multiples of a quarter of an hour, and change at one. */
const SLOT_MS = 900_000
/** Distance of the instants that are compared. No timezone changes its offset twice in that time, ms. */
const STEP_MS = 7 * 86_400_000

/** A stretch in which local time is ahead of UTC by the same `offset`, ms; it ends before `until`, ms since 1970. */
export interface Shift {
  readonly until: number
  readonly offset: number
}

interface Period {
  readonly from: number
  readonly to: number
}

const MAX_KEPT = 200
const kept = new Map<string, readonly Shift[]>()

/** The offsets of a timezone in a period, in order; the last one ends with the period. */
export function shiftsIn({ from, to }: Period, timeZone: string): readonly Shift[] {
  const key = `${timeZone} ${from} ${to}`
  const known = kept.get(key)
  if (known) return known
  const found = find({ from, to }, timeZone)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, found)
  return found
}

function find({ from, to }: Period, timeZone: string): Shift[] {
  const shifts: Shift[] = []
  let offset = offsetAt(from, timeZone)
  for (let at = from; at < to; at += STEP_MS) {
    const next = Math.min(at + STEP_MS, to)
    const after = offsetAt(next, timeZone)
    if (after === offset) continue
    shifts.push({ until: changeBetween(at, next, timeZone), offset })
    offset = after
  }
  return [...shifts, { until: to, offset }]
}

/** The first quarter of an hour after `from` with the offset of `to`. */
function changeBetween(from: number, to: number, timeZone: string): number {
  const after = offsetAt(to, timeZone)
  let low = Math.floor(from / SLOT_MS)
  let high = Math.ceil(to / SLOT_MS)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * SLOT_MS, timeZone) === after) high = middle
    else low = middle
  }
  return high * SLOT_MS
}

/** Distance of local time from UTC, ms. */
function offsetAt(ms: number, timeZone: string): number {
  const local = toZonedIso(ms, timeZone).slice(0, 'YYYY-MM-DDTHH:MM:SS.mmm'.length)
  return Date.parse(`${local}Z`) - ms
}
