export interface RoundsNeeds {
  /** Checks once; false on failure. */
  readonly look: () => Promise<boolean>
  /** Between 0 and 1. */
  readonly chance: () => number
}

const MINUTE = 60_000
/** The first check waits until the app has started up. */
const FIRST_MS = 2 * MINUTE
const BETWEEN_MS = 6 * 60 * MINUTE
/** Delay after a failed check; doubles with each further failure. */
const AGAIN_MS = 15 * MINUTE

/**
 * Checks every six hours with jitter, so that installations do not all ask at the same time; backs off after failures.
 */
export function keepLooking({ look, chance }: RoundsNeeds): () => void {
  let failures = 0
  let timer = wait(FIRST_MS)

  function wait(about: number): NodeJS.Timeout {
    return setTimeout(round, about * (0.75 + chance() / 2))
  }

  async function round(): Promise<void> {
    failures = (await look()) ? 0 : failures + 1
    timer = wait(failures === 0 ? BETWEEN_MS : Math.min(AGAIN_MS * 2 ** (failures - 1), BETWEEN_MS))
  }

  return () => clearTimeout(timer)
}
