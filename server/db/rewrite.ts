import type { Db } from './open.ts'

/** Size of the database, bytes. */
export function sizeOf(db: Db): number {
  const pages = db.pragma('page_count', { simple: true }) as number
  return pages * (db.pragma('page_size', { simple: true }) as number)
}

/**
 * Writes the whole database anew. `secure_delete` wipes what is deleted, but not the copies that were left in the free
 * space of a page when its rows moved to another one. Nobody else is served meanwhile.
 */
export function rewriteDb(db: Db): void {
  if (db.memory) return
  // By the way of a file: the database may be larger than the memory.
  db.pragma('temp_store = FILE')
  try {
    db.exec('VACUUM')
  } finally {
    db.pragma('temp_store = MEMORY')
  }
  db.pragma('wal_checkpoint(TRUNCATE)')
}
