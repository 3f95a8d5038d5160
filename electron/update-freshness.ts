import { z } from 'zod'
import type { Kept } from './kept.ts'
import { type Release, UpdateError } from './update-feed.ts'

/** Highest sequence seen, per channel of the feed. */
export const SeenFeeds = z.record(z.string(), z.int().positive())
export type SeenFeeds = z.output<typeof SeenFeeds>

/** Maximum age of a signature, days: publishers renew it before. */
const MAX_AGE_DAYS = 60
const DAY_MS = 24 * 3_600_000

export interface FreshnessNeeds {
  readonly now: () => number
  readonly seen: Kept<SeenFeeds>
}

/**
 * Detects replayed release descriptions: signatures do not expire by themselves, so an attacker with control of the web
 * server could serve last year's and withhold fixes.
 */
export function createFreshness({ now, seen }: FreshnessNeeds) {
  /** Kept in memory in case the file cannot be written. */
  let known = seen.read() ?? {}

  return {
    /**
     * Records a description as seen.
     * @throws UpdateError `outdated` if a newer one was seen, or it is too old
     */
    accept({ channel, sequence, signedAt }: Release): void {
      const newest = known[channel] ?? 0
      if (sequence < newest)
        throw new UpdateError(
          'outdated',
          `${channel}.yml is number ${sequence}, and ${newest} was seen`,
        )
      if (now() - Date.parse(signedAt) > MAX_AGE_DAYS * DAY_MS)
        throw new UpdateError('outdated', `${channel}.yml was signed on ${signedAt}`)
      if (sequence === newest) return
      known = { ...known, [channel]: sequence }
      seen.write(known)
    },
  }
}
