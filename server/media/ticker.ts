import { FRAME_MS } from './rates.ts'

interface Options {
  /** Time that only goes forward, ms. */
  readonly now: () => number
  /** Resolves after so many ms; rejects once the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Takes what a listener throws; the others are called all the same. */
  readonly onError: (error: unknown) => void
}

/** One timer for all calls. */
export interface Ticker {
  /** Calls `listener` every 20 ms, until the function that is returned is called. */
  add(listener: () => void): () => void
  /** Lateness that 99 of 100 of the last 5 s' ticks did not exceed, ms; 0 before there are as many, and without listeners. */
  lateness(): number
}

/** Ticks whose lateness is remembered: 5 s. */
const REMEMBERED = 250

/**
 * Ticks at whole multiples of 20 ms after the first listener came. A tick that was missed is skipped: making up for
 * it would take time from the next ones. Without listeners it sleeps.
 */
export function createTicker({ now, sleep, onError }: Options): Ticker {
  const listeners = new Set<() => void>()
  let stop = new AbortController()
  let late: number[] = []

  async function run(signal: AbortSignal): Promise<void> {
    for (let due = now() + FRAME_MS; ; ) {
      await sleep(Math.max(0, due - now()), signal)
      const by = Math.max(0, now() - due)
      late = [...late.slice(1 - REMEMBERED), by]
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
      // Somebody may add the same function twice.
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
      listeners.size === 0 || late.length < REMEMBERED
        ? 0
        : late.toSorted((a, b) => a - b)[Math.floor(late.length * 0.99)]!,
  }
}
