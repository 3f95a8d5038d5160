/** Damping constant of reciprocal rank fusion: large enough that two hits outrank one first place. */
const K = 60

/** Merges rankings by reciprocal rank fusion: items that rank high in several lists come first; ties keep the order of the earlier list. */
export function fused<item>(
  lists: readonly (readonly item[])[],
  keyOf: (item: item) => number,
): { readonly item: item; readonly worth: number }[] {
  const all = new Map<number, { item: item; worth: number }>()
  for (const list of lists) {
    for (const [rank, item] of list.entries()) {
      const key = keyOf(item)
      const known = all.get(key) ?? { item, worth: 0 }
      known.worth += 1 / (K + rank + 1)
      all.set(key, known)
    }
  }
  return [...all.values()].sort((one, other) => other.worth - one.worth)
}
