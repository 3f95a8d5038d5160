import type { Outside } from '../../server/context.ts'

/** Event-loop turns granted to woken sleepers before the clock advances. */
const TURNS = 25

/** A clock that stands still until the test advances it; sleepers wake up exactly at their time. */
export function createClock(start = '2026-01-01T12:00:00Z') {
  let time = Date.parse(start)
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()

  const sleep: Outside['sleep'] = (ms, signal) =>
    new Promise((resolve, reject) => {
      const sleeper = { at: time + ms, wake: resolve }
      if (signal?.aborted) reject(signal.reason)
      else sleepers.add(sleeper)
      signal?.addEventListener('abort', () => {
        sleepers.delete(sleeper)
        reject(signal.reason)
      })
    })

  /** Wakes all due sleepers, one at a time. */
  async function wakeUntil(end: number): Promise<void> {
    await turns()
    for (;;) {
      const [next] = [...sleepers].sort((a, b) => a.at - b.at)
      if (!next || next.at > end) break
      sleepers.delete(next)
      time = Math.max(time, next.at)
      next.wake()
      await turns()
    }
  }

  return {
    outside: { now: () => new Date(time), sleep } satisfies Partial<Outside>,
    /** Advances time by this much, from one sleeper to the next. */
    async advance(ms: number): Promise<void> {
      const end = time + ms
      await wakeUntil(end)
      time = end
      await turns()
    },
    /** Advances the clock in one step, as after the machine has slept: due sleepers wake up late. */
    async jump(ms: number): Promise<void> {
      time += ms
      await wakeUntil(time)
    },
  }
}

/** Lets the event loop turn, so that everything ready runs. */
export async function turns(count = TURNS): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Runs work, and counts the event-loop turns that others got meanwhile. */
export async function countTurns<made>(
  work: () => Promise<made>,
): Promise<{ readonly made: made; readonly turns: number }> {
  let count = 0
  let isOver = false
  const turning = (async () => {
    for (; !isOver; count += 1) await turns(1)
  })()
  try {
    return { made: await work(), turns: count }
  } finally {
    isOver = true
    await turning
  }
}
