const MINUTE = 60_000

/** First pause for an endpoint that refuses our key, ms; each further refusal doubles it. */
const FIRST_REST_MS = MINUTE
const LONGEST_REST_MS = 15 * MINUTE

/** Time a single probing call keeps the others waiting, ms. */
const TRIAL_MS = 20_000

/** Keeps an endpoint that refuses our key from being asked again for every visitor. */
export interface Circuit {
  /** Reports whether the endpoint may be called now; after a pause one caller may probe. */
  enter(): boolean
  /** It has refused the key. */
  refused(): void
  /** It has answered. */
  answered(): void
  /** True if it refused the key at the last call. */
  readonly isOpen: boolean
}

interface CircuitOptions {
  readonly now: () => Date
  /** Told at the first refusal, and again at each one after a rest. */
  readonly onRefused: () => void
  /** Told at the first answer, and at the first one after a refusal. */
  readonly onAnswered: () => void
}

export function createCircuit({ now, onRefused, onAnswered }: CircuitOptions): Circuit {
  let refusals = 0
  let restsUntil = 0
  let isTrying = false
  let isKnownGood = false

  return {
    get isOpen() {
      return refusals > 0
    },
    enter() {
      if (refusals === 0) return true
      const time = now().getTime()
      if (time < restsUntil) return false
      restsUntil = time + TRIAL_MS
      isTrying = true
      return true
    },
    refused() {
      // Calls that were under way together are refused together: that is one refusal.
      if (refusals > 0 && !isTrying) return
      const rest = Math.min(FIRST_REST_MS * 2 ** refusals, LONGEST_REST_MS)
      restsUntil = now().getTime() + rest
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
