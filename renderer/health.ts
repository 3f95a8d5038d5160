import { computed, signal } from '@preact/signals'
import { z } from 'zod'

const Health = z.object({ status: z.string(), version: z.string(), degraded: z.array(z.string()) })
export type Health = z.output<typeof Health>

/** Between two looks, ms: as often as the server itself would notice that there is room again, give or take. */
const EVERY = 20_000

export type HealthNow = ReturnType<typeof createHealth>

/** How the server is, as it says itself (`GET /health`). */
export function createHealth(read: typeof fetch) {
  const health = signal<Health | 'unknown'>()
  let timer: ReturnType<typeof setInterval> | undefined

  async function load(): Promise<void> {
    try {
      // The same shape also when it is not well: a 503 still says why.
      health.value = Health.parse(await (await read('/health')).json())
    } catch {
      health.value = 'unknown'
    }
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    health,
    /** Nothing can be saved now, and everything be read. */
    isFull: computed(
      () => typeof health.value === 'object' && health.value.degraded.includes('storage_full'),
    ),
    load,
    /** Looks now and then. */
    start(): void {
      stop()
      timer = setInterval(() => void load(), EVERY)
    },
    stop,
  }
}
