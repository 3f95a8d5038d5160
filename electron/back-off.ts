export interface BackOffOptions {
  /** A monotonic clock, ms. */
  readonly now: () => number
  /** The first delay, ms; each further one doubles. */
  readonly first: number
  /** The maximum delay, ms. */
  readonly longest: number
  /** Maximum number of tries… */
  readonly most: number
  /** …within this time, ms. */
  readonly within: number
}

export interface BackOff {
  /** Delay before the next try, ms; undefined after the last one. */
  next(): number | undefined
  /** Clears the history, for a retry requested by a person. */
  reset(): void
}

/** Computes the delays before restarts of something that died. */
export function createBackOff({ now, first, longest, most, within }: BackOffOptions): BackOff {
  let tries: number[] = []

  return {
    next() {
      const at = now()
      tries = tries.filter((time) => at - time < within)
      if (tries.length >= most) return undefined
      const wait = Math.min(first * 2 ** tries.length, longest)
      tries.push(at)
      return wait
    },
    reset() {
      tries = []
    },
  }
}
