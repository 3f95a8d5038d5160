import { computed, signal } from '@preact/signals'

/** What the server says of itself. */
export interface Health {
  readonly version: string
  /** What is not as it should be: `storage_full`. */
  readonly degraded: readonly string[]
}

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
      const said = (await (await read('/health')).json()) as Health
      // Something else may answer in its place, a tunnel for one.
      health.value = Array.isArray(said.degraded) ? said : 'unknown'
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
