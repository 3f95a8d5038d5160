import { computed, signal } from '@preact/signals'

/** Answer of `GET /health`. */
export interface Health {
  readonly version: string
  /** Current problems: `storage_full`, `storage_damaged`, `wal_long`. */
  readonly degraded: readonly string[]
}

const TROUBLES = ['damaged', 'full'] as const

/** Polling interval, ms: about as often as the server itself checks for free disk space. */
const POLL_MS = 20_000

export type HealthNow = ReturnType<typeof createHealth>

/** The server's health as reported by `GET /health`, polled while the page is visible. */
export function createHealth(read: typeof fetch, isVisible: () => boolean) {
  const health = signal<Health | 'unknown'>()
  let timer: ReturnType<typeof setInterval> | undefined

  async function load(): Promise<void> {
    try {
      // An unhealthy server replies in the same shape: a 503 still gives the reason.
      const said = (await (await read('/health')).json()) as Health
      // Something else may have replied instead, such as a tunnel.
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
    /** Reason why nothing can be saved at the moment. */
    trouble: computed(() => {
      const degraded = typeof health.value === 'object' ? health.value.degraded : []
      return TROUBLES.find((trouble) => degraded.includes(`storage_${trouble}`))
    }),
    load,
    /** Starts polling. */
    start(): void {
      stop()
      timer = setInterval(() => {
        // A hidden tab does not need it.
        if (isVisible()) void load()
      }, POLL_MS)
    },
    stop,
  }
}
