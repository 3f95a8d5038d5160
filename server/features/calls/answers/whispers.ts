/** Hints of operators that wait for the next answer on a call. */
export interface Whispers {
  add(hint: string): void
  /** All that wait, oldest first. */
  waiting(): readonly string[]
  /** An answer was given with these. */
  used(hints: readonly string[]): void
}

export function createWhispers(): Whispers {
  let hints: readonly string[] = []

  return {
    add(hint) {
      hints = [...hints, hint]
    },
    waiting: () => hints,
    used(given) {
      hints = hints.slice(given.length)
    },
  }
}
