/** Operators' hints for the next answer on a call. */
export interface Whispers {
  add(hint: string): void
  /** Pending hints, oldest first. */
  waiting(): readonly string[]
  /** These hints were used in an answer. */
  used(hints: readonly string[]): void
}

/** The hints as one; null without any. */
export const hintOf = (whispered: readonly string[]): string | null =>
  whispered.length === 0 ? null : whispered.join(' ')

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
