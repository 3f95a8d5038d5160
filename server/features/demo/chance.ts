export type Chance = ReturnType<typeof createChance>

/** Seeded pseudorandom numbers (mulberry32). */
export function createChance(seed: number) {
  let state = seed >>> 0

  /** A number in [0, 1). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const hex = (digits: number): string =>
    below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')

  return {
    next,
    /** An integer in [0, `limit`). */
    below,
    happens: (share: number): boolean => next() < share,
    pick: <item>(items: readonly item[]): item => items[below(items.length)]!,
    /** A name chosen by weight; the weights may have any sum. */
    weighted<name extends string>(weights: Readonly<Record<name, number>>): name {
      const names = Object.keys(weights) as name[]
      let rest = next() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        rest -= weights[name]
        if (rest < 0) return name
      }
      return names.at(-1)!
    },
    /** A version 7 UUID for a given time. */
    uuid(at: number): string {
      const time = Math.max(0, at).toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
    },
  }
}
