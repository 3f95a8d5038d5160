import { z } from 'zod'
import type { Kept } from './kept.ts'
import { type Release, UpdateError } from './update-feed.ts'

/** Highest sequence seen of each channel of the feed. */
export const SeenFeeds = z.record(z.string(), z.int().positive())
export type SeenFeeds = z.output<typeof SeenFeeds>

/** Age at which a feed is believed no longer, days: whoever publishes signs it anew before. */
const LONGEST_DAYS = 60
const DAY_MS = 24 * 3_600_000

export interface FreshnessNeeds {
  readonly now: () => number
  readonly seen: Kept<SeenFeeds>
}

/**
 * Reports on signed descriptions that somebody kept back: a signature is good for ever, and whoever holds the web server
 * could serve that of last year, so that no hole is ever closed.
 */
export function createFreshness({ now, seen }: FreshnessNeeds) {
  /** Where the file cannot be written, memory has to do. */
  let known = seen.read() ?? {}

  return {
    /**
     * Notes a description as seen.
     * @throws UpdateError `outdated` when a newer one was seen, or it is too old
     */
    accept({ channel, sequence, signedAt }: Release): void {
      const newest = known[channel] ?? 0
      if (sequence < newest)
        throw new UpdateError(
          'outdated',
          `${channel}.yml is number ${sequence}, and ${newest} was seen`,
        )
      if (now() - Date.parse(signedAt) > LONGEST_DAYS * DAY_MS)
        throw new UpdateError('outdated', `${channel}.yml was signed on ${signedAt}`)
      if (sequence === newest) return
      known = { ...known, [channel]: sequence }
      seen.write(known)
    },
  }
}
