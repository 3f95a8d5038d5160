const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Delay before each attempt after the first, ms: ten attempts over about three days. */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** Relative variation of delays, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.1

/** Maximum wait that a receiver may request, ms. */
const MAX_WAIT = 24 * HOUR

/**
 * Delay after the given number of attempts, ms; undefined after the last one.
 * @param chance from 0 to 1
 */
export function delayAfter(attempts: number, chance: number): number | undefined {
  const delay = DELAYS[attempts - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * chance))
}

/** Wait requested by a `Retry-After` header, ms, at most a day; 0 without one. */
export function waitAsked(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const wait = /^\d+$/.test(header.trim())
    ? Number(header) * SECOND
    : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), MAX_WAIT)
}
