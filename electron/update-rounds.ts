export interface RoundsNeeds {
  /** Looks once; false when nobody answered, or not as it should be. */
  readonly look: () => Promise<boolean>
  /** Between 0 and 1. */
  readonly chance: () => number
}

const MINUTE = 60_000
/** The first look is when the desk has long been at work. */
const FIRST_MS = 2 * MINUTE
const BETWEEN_MS = 6 * 60 * MINUTE
/** After a look that failed; double after each further one. */
const AGAIN_MS = 15 * MINUTE

/** Looks every six hours, more or less, so that not everybody asks at the same minute; after a failure it waits longer and longer. */
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
