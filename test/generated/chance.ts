import { createRandom } from '../torture/part.ts'

/** Reproducible choices: the same seed makes the same ones everywhere. */
export interface Chance {
  /** An integer from 0 to `below - 1`. */
  below(below: number): number
  pick<item>(items: readonly item[]): item
}

/** Choices from a seed. */
export function createChance(seed: number): Chance {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return { below, pick: (items) => items[below(items.length)]! }
}
