import type { HeardFrame } from './hear.ts'

/** Maps positions in the audio sent to a service to the line clock. */
export interface LineClock {
  /** A frame has been sent. */
  add(frame: HeardFrame): void
  /** Line time of a position in the sent audio, ms; at a gap, the time before it rather than after. */
  at(sentMs: number): number
}

/** A stretch of audio without gaps, by its start. */
interface Stretch {
  readonly sentMs: number
  readonly at: number
}

/** Stretches kept. */
const MAX_STRETCHES = 100

/** Minimum distance that counts as a gap, ms. */
const GAP_MS = 1

/** Creates a clock for one stream of frames at one sample rate. */
export function createLineClock(rate: number): LineClock {
  const stretches: Stretch[] = []
  let sentMs = 0

  return {
    add({ pcm, at }) {
      const last = stretches.at(-1)
      const expected = last && last.at + sentMs - last.sentMs
      if (expected === undefined || Math.abs(at - expected) > GAP_MS) stretches.push({ sentMs, at })
      if (stretches.length > MAX_STRETCHES) stretches.shift()
      sentMs += (pcm.length / rate) * 1000
    },
    at(ms) {
      const place = Math.min(ms, sentMs)
      const stretch = stretches.findLast((each) => each.sentMs < place) ?? stretches[0]
      return stretch ? stretch.at + Math.max(0, place - stretch.sentMs) : 0
    },
  }
}
