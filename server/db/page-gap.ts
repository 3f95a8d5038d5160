/** Kinds of b-tree pages: their first byte, and the length of the header up to the cell pointers. */
const HEADERS: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 }

/** Unused bytes of a page. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/**
 * Finds the unused bytes between the cell pointers and the cells of a b-tree page (https://sqlite.org/fileformat2.html#b_tree_pages).
 * Undefined if it is another page: the first byte of an overflow or free page is 0 unless the file has 2^24 pages.
 */
export function gapOf(page: Buffer): Gap | undefined {
  const header = HEADERS[page[0]!]
  if (header === undefined) return undefined
  const firstFree = page.readUInt16BE(1)
  const from = header + 2 * page.readUInt16BE(3)
  const to = page.readUInt16BE(5) || page.length
  const isInside = (at: number): boolean => at >= to && at < page.length
  if (to < from || to > page.length || (firstFree !== 0 && !isInside(firstFree))) return undefined
  for (let at = header; at < from; at += 2) if (!isInside(page.readUInt16BE(at))) return undefined
  return { from, to }
}
