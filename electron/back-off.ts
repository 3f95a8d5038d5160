export interface BackOffOptions {
  /** A clock that only goes forward, ms. */
  readonly now: () => number
  /** The first wait, ms; each further one is double. */
  readonly first: number
  /** No wait is longer, ms. */
  readonly longest: number
  /** So many tries are allowed… */
  readonly most: number
  /** …in this long, ms. */
  readonly within: number
}

export interface BackOff {
  /** Delay before the next try, ms; undefined after the last one. */
  next(): number | undefined
  /** Forgets what was: somebody wants it tried again. */
  reset(): void
}

/** Says when something that died may be started again. */
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
