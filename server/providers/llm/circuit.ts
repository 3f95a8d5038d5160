const MINUTE = 60_000

/** First pause of an endpoint that refused our key, ms; doubles with each further refusal. */
const FIRST_PAUSE_MS = MINUTE
const MAX_PAUSE_MS = 15 * MINUTE

/** Time for which a probing call holds back the others, ms. */
const PROBE_TIMEOUT_MS = 20_000

/** Circuit breaker: keeps an endpoint that refused our key from being called for every visitor. */
export interface Circuit {
  /** Reports whether the endpoint may be called now; after a pause one caller may probe. */
  enter(): boolean
  /** Reports that the endpoint refused the key. */
  refused(): void
  /** Reports that the endpoint answered. */
  answered(): void
  /** True if it refused the key at the last call. */
  readonly isOpen: boolean
}

interface CircuitOptions {
  readonly now: () => Date
  /** Called on the first refusal, and on each further one after a pause. */
  readonly onRefused: () => void
  /** Called on the first answer, and on the first one after a refusal. */
  readonly onAnswered: () => void
}

export function createCircuit({ now, onRefused, onAnswered }: CircuitOptions): Circuit {
  let refusals = 0
  let pausedUntil = 0
  let isTrying = false
  let isKnownGood = false

  return {
    get isOpen() {
      return refusals > 0
    },
    enter() {
      if (refusals === 0) return true
      const time = now().getTime()
      if (time < pausedUntil) return false
      pausedUntil = time + PROBE_TIMEOUT_MS
      isTrying = true
      return true
    },
    refused() {
      // Concurrent calls that are refused count as one refusal.
      if (refusals > 0 && !isTrying) return
      const rest = Math.min(FIRST_PAUSE_MS * 2 ** refusals, MAX_PAUSE_MS)
      pausedUntil = now().getTime() + rest
      refusals += 1
      isTrying = false
      isKnownGood = false
      onRefused()
    },
    answered() {
      refusals = 0
      isTrying = false
      if (isKnownGood) return
      isKnownGood = true
      onAnswered()
    },
  }
}
