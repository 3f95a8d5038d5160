import { oncePerDb } from './once-per-db.ts'
import type { Db } from './open.ts'
import type { Tx, Write } from './write.ts'

/** Documents indexed per transaction: few enough that no request waits long. */
const SLICE = 200

const indexing = oncePerDb((sql) => ({
  waiting: sql
    .read<[], number>(
      'SELECT count(*) FROM search_documents WHERE id > (SELECT indexed_up_to FROM search_progress)',
    )
    .pluck(),
  upTo: sql
    .read<[number], number | null>(`
      SELECT max(id) FROM (
        SELECT id FROM search_documents WHERE id > (SELECT indexed_up_to FROM search_progress) ORDER BY id LIMIT ?
      )
    `)
    .pluck(),
  add: sql.write<[number]>(`
    INSERT INTO search_fts (rowid, facets, body)
    SELECT id, facets, body FROM search_texts
    WHERE id > (SELECT indexed_up_to FROM search_progress) AND id <= ? ORDER BY id
  `),
  advance: sql.write<[number]>('UPDATE search_progress SET indexed_up_to = ?'),
}))

/** Number of documents waiting to be indexed. */
export const searchWaiting = (db: Db): number => indexing(db).waiting.get()!

/** Reports whether documents are waiting to be indexed. */
export function isSearchBehind(db: Db): boolean {
  return typeof indexing(db).upTo.get(1) === 'number'
}

/** Indexes the oldest waiting documents; false if there were none. */
export function indexSlice(tx: Tx, db: Db): boolean {
  const { upTo, add, advance } = indexing(db)
  const last = upTo.get(SLICE)
  if (typeof last !== 'number') return false
  add.run(tx, last)
  advance.run(tx, last)
  return true
}

/** Indexes all waiting documents in slices. */
export async function indexPending(db: Db, write: Write): Promise<void> {
  while (isSearchBehind(db)) await write((tx) => indexSlice(tx, db))
}
