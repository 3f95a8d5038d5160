/** Returns a sorted list with an item inserted. */
export function insert<item>(
  list: readonly item[],
  added: item,
  compare: (one: item, other: item) => number,
): readonly item[] {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(list[middle]!, added) <= 0) low = middle + 1
    else high = middle
  }
  return list.toSpliced(low, 0, added)
}

/** Returns a list without an item. */
export function remove<item>(list: readonly item[], gone: item): readonly item[] {
  const index = list.indexOf(gone)
  return index < 0 ? list : list.toSpliced(index, 1)
}
