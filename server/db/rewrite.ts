import type { Db } from './open.ts'

/** Size of the database, bytes. */
export function sizeOf(db: Db): number {
  const pages = db.pragma('page_count', { simple: true }) as number
  return pages * (db.pragma('page_size', { simple: true }) as number)
}

/**
 * Rewrites the whole database file. `secure_delete` overwrites deleted rows, but not copies left in free space when
 * rows moved to another page. Blocks all requests meanwhile.
 */
export function rewriteDb(db: Db): void {
  if (db.memory) return
  // Uses a temporary file: the database may be larger than the memory.
  db.pragma('temp_store = FILE')
  try {
    db.exec('VACUUM')
  } finally {
    db.pragma('temp_store = MEMORY')
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
}
