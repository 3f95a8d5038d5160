import type { Leg } from './form-api.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Fixed polling times after dialling, ms, in addition to those derived from the call. */
const POLL_TIMES = [1, 5, 30].map((minutes) => minutes * MINUTE_MS)

/** Margin on top of the maximum ringing time and duration of a call, ms. */
const MARGIN_MS = 30 * SECOND_MS

/**
 * Time of the next poll: shortly after the maximum ringing time, shortly after the maximum duration, and a few times in between.
 * Undefined once the call cannot be in progress any more.
 */
export function nextPollAt(
  leg: Pick<Leg, 'begunAt' | 'ringingTime' | 'maxDuration'>,
  now: number,
): number | undefined {
  const { begunAt, ringingTime, maxDuration } = leg
  const ringsUntil = ringingTime * SECOND_MS + MARGIN_MS
  const lastsUntil = ringsUntil + maxDuration * SECOND_MS + MARGIN_MS
  return [...POLL_TIMES, ringsUntil, lastsUntil]
    .map((after) => begunAt + after)
    .sort((a, b) => a - b)
    .find((at) => at > now)
}
