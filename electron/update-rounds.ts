export interface RoundsNeeds {
  /** Checks once; false on failure. */
  readonly check: () => Promise<boolean>
  /** Between 0 and 1. */
  readonly chance: () => number
}

const MINUTE_MS = 60_000
/** The first check waits until the app has started up. */
const INITIAL_DELAY_MS = 2 * MINUTE_MS
const INTERVAL_MS = 6 * 60 * MINUTE_MS
/** Delay after a failed check; doubles with each further failure. */
const RETRY_DELAY_MS = 15 * MINUTE_MS

/**
 * Checks every six hours with jitter, so that installations do not all ask at the same time; backs off after failures.
 */
export function checkRegularly({ check, chance }: RoundsNeeds): () => void {
  let failures = 0
  let timer = wait(INITIAL_DELAY_MS)

  function wait(about: number): NodeJS.Timeout {
    return setTimeout(round, about * (0.75 + chance() / 2))
  }

  async function round(): Promise<void> {
    failures = (await check()) ? 0 : failures + 1
    timer = wait(
      failures === 0 ? INTERVAL_MS : Math.min(RETRY_DELAY_MS * 2 ** (failures - 1), INTERVAL_MS),
    )
  }

  return () => clearTimeout(timer)
}
