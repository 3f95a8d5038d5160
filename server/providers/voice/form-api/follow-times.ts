import type { Leg } from './form-api.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Times after dialling at which a provider is asked, ms, beside those that follow from the call. */
const LOOKS = [1, 5, 30].map((minutes) => minutes * MINUTE_MS)

/** A provider is given this much more time than a call may take, ms. */
const SPARE_MS = 30 * SECOND_MS

/**
 * Time of the next look at a call: soon after it has rung as long as it may, soon after it has lasted as long as it may,
 * and a few times on the way. Undefined when no call could still be going on.
 */
export function nextLookAt(
  leg: Pick<Leg, 'begunAt' | 'ringingTime' | 'maxDuration'>,
  now: number,
): number | undefined {
  const { begunAt, ringingTime, maxDuration } = leg
  const ringsUntil = ringingTime * SECOND_MS + SPARE_MS
  const lastsUntil = ringsUntil + maxDuration * SECOND_MS + SPARE_MS
  return [...LOOKS, ringsUntil, lastsUntil]
    .map((after) => begunAt + after)
    .sort((a, b) => a - b)
    .find((at) => at > now)
}
