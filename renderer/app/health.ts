import { computed, signal } from '@preact/signals'

/** Answer of `GET /health`. */
export interface Health {
  readonly version: string
  /** Current problems: `storage_full`, `storage_damaged`, `wal_long`. */
  readonly degraded: readonly string[]
}

const TROUBLES = ['damaged', 'full'] as const

/** Between two looks, ms: as often as the server itself would notice that there is room again, give or take. */
const EVERY = 20_000

export type HealthNow = ReturnType<typeof createHealth>

/** Health of the server as it reports it itself (`GET /health`), polled for as long as somebody looks. */
export function createHealth(read: typeof fetch, isVisible: () => boolean) {
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
    /** Reason why nothing can be saved now. */
    trouble: computed(() => {
      const degraded = typeof health.value === 'object' ? health.value.degraded : []
      return TROUBLES.find((trouble) => degraded.includes(`storage_${trouble}`))
    }),
    load,
    /** Looks now and then. */
    start(): void {
      stop()
      timer = setInterval(() => {
        // Nobody would see it.
        if (isVisible()) void load()
      }, EVERY)
    },
    stop,
  }
}
