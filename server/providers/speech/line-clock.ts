import type { HeardFrame } from './hear.ts'

/** Relates places in the sound that a service was sent to the clock of the line. */
export interface LineClock {
  /** A frame has been sent. */
  add(frame: HeardFrame): void
  /** Time on the line at which so much of the sound had been sent, ms; the end of a stretch rather than the next beginning. */
  at(sentMs: number): number
}

/** A stretch of sound without a gap, by its beginning. */
interface Stretch {
  readonly sentMs: number
  readonly at: number
}

/** Stretches that are remembered. */
const REMEMBERED = 100

/** Distance from which on there is a gap, ms. */
const GAP_MS = 1

/** A clock for one stream of frames at one rate. */
export function createLineClock(rate: number): LineClock {
  const stretches: Stretch[] = []
  let sentMs = 0

  return {
    add({ pcm, at }) {
      const last = stretches.at(-1)
      const expected = last && last.at + sentMs - last.sentMs
      if (expected === undefined || Math.abs(at - expected) > GAP_MS) stretches.push({ sentMs, at })
      if (stretches.length > REMEMBERED) stretches.shift()
      sentMs += (pcm.length / rate) * 1000
    },
    at(ms) {
      const place = Math.min(ms, sentMs)
      const stretch = stretches.findLast((each) => each.sentMs < place) ?? stretches[0]
      return stretch ? stretch.at + Math.max(0, place - stretch.sentMs) : 0
    },
  }
}
