import type { Context } from '../../../context.ts'
import { createTicker, type Ticker } from '../../../media/ticker.ts'

/** Clock shared by all live calls. */
export interface LiveClock {
  /** Monotonic time, ms. */
  readonly now: () => number
  readonly ticker: Ticker
}

export function createLiveClock(context: Pick<Context, 'now' | 'sleep' | 'log'>): LiveClock {
  const { sleep, log } = context
  const now = forwardTime(context)
  const onError = (error: unknown): void =>
    log.error({ err: error }, 'a call has failed for a moment')
  return { now, ticker: createTicker({ now, sleep, onError }) }
}

/** Makes the server's clock, ms, monotonic. */
function forwardTime({ now }: Pick<Context, 'now'>): () => number {
  let latest = 0
  return () => (latest = Math.max(latest, now().getTime()))
}
