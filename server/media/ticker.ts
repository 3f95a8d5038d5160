import { FRAME_MS } from './rates.ts'

interface Options {
  /** Monotonic clock, ms. */
  readonly now: () => number
  /** Resolves after this time, ms; rejects once the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called with a listener's exception; the other listeners still run. */
  readonly onError: (error: unknown) => void
}

/** One timer shared by all calls. */
export interface Ticker {
  /** Calls `listener` every 20 ms until the returned function is called. */
  add(listener: () => void): () => void
  /** 99th percentile of lateness over the last 5 s, ms; 0 until there are enough ticks, and without listeners. */
  lateness(): number
}

/** Ticks whose lateness is kept: 5 s. */
const MAX_TICKS = 250

/**
 * Ticks at multiples of 20 ms after the first listener was added. A missed tick is skipped: catching up would delay the next
 * ones. Without listeners it sleeps.
 */
export function createTicker({ now, sleep, onError }: Options): Ticker {
  const listeners = new Set<() => void>()
  let stop = new AbortController()
  let late: number[] = []

  async function run(signal: AbortSignal): Promise<void> {
    for (let due = now() + FRAME_MS; ; ) {
      await sleep(Math.max(0, due - now()), signal)
      const by = Math.max(0, now() - due)
      late = [...late.slice(1 - MAX_TICKS), by]
      due += FRAME_MS * (1 + Math.floor(by / FRAME_MS))
      for (const listener of listeners) call(listener)
    }
  }

  function call(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      onError(error)
    }
  }

  return {
    add(listener) {
      // Wrapped, so that the same function can be added twice.
      const mine = () => listener()
      listeners.add(mine)
      if (listeners.size === 1) {
        late = []
        const { signal } = (stop = new AbortController())
        run(signal).catch((error: unknown) => {
          if (!signal.aborted) onError(error)
        })
      }
      return () => {
        if (listeners.delete(mine) && listeners.size === 0) stop.abort()
      }
    },
    lateness: () =>
      listeners.size === 0 || late.length < MAX_TICKS
        ? 0
        : late.toSorted((a, b) => a - b)[Math.floor(late.length * 0.99)]!,
  }
}
