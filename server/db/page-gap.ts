/** First bytes of a database file (https://sqlite.org/fileformat2.html#the_database_header). */
export const FILE_HEADER = 100

/** Number of pages from which the first byte of a page does not tell its kind: 64 GB. */
const MAX_PAGES = 2 ** 24

/** Kinds of b-tree pages: their first byte, and the length of the header up to the cell pointers. */
const HEADERS: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 }

/** Sizes that all pages of a file have, bytes. */
export interface Layout {
  readonly size: number
  /** Without what SQLite leaves to extensions at the end of each page. */
  readonly usable: number
}

/**
 * Reads the layout of the pages from the first bytes of a file with an empty log.
 * @throws Error if the first byte of a page does not tell its kind: pointer maps (`auto_vacuum`) begin with any
 */
export function layoutOf(header: Buffer): Layout {
  const size = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const isWal = header[18] === 2 && header[19] === 2
  const pages = header.readUInt32BE(28)
  const hasPointerMap = header.readUInt32BE(52) !== 0
  if (
    header.toString('latin1', 0, 16) !== 'SQLite format 3\0' ||
    !isWal ||
    hasPointerMap ||
    pages >= MAX_PAGES
  )
    throw new Error('The pages of this database cannot be told apart')
  return { size, usable: size - header[20]! }
}

/** Unused bytes of a page. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/**
 * Finds the unused bytes between the cell pointers and the cells of a b-tree page (https://sqlite.org/fileformat2.html#b_tree_pages).
 * Undefined if it is another page: the first byte of an overflow or free page is 0 unless the file has 2^24 pages.
 */
export function gapOf(page: Buffer, usable: number): Gap | undefined {
  const header = HEADERS[page[0]!]
  if (header === undefined) return undefined
  const firstFree = page.readUInt16BE(1)
  const from = header + 2 * page.readUInt16BE(3)
  const to = page.readUInt16BE(5) || 65_536
  const isInside = (at: number): boolean => at >= to && at < usable
  if (to < from || to > usable || (firstFree !== 0 && !isInside(firstFree))) return undefined
  for (let at = header; at < from; at += 2) if (!isInside(page.readUInt16BE(at))) return undefined
  return { from, to }
}
