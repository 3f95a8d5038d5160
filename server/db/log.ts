import { existsSync, readFileSync, statSync } from 'node:fs'
import { BUSY_TIMEOUT_MS, type Db } from './open.ts'

/** Length of the header of the log and of each of its frames, bytes (https://sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER = 32
const FRAME_HEADER = 24

/** Pages written while somebody watches. */
const watched = new WeakMap<Db, Set<number>>()

/**
 * Writes the log into the database file and truncates it: it still contains the old versions of pages.
 * @returns false if a read transaction of another connection, such as that of a backup, is in the way; it does not wait for it
 */
export function truncateLog(db: Db): boolean {
  const pages = watched.get(db)
  if (pages) for (const page of pagesInLog(db)) pages.add(page)
  db.pragma('busy_timeout = 0')
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
    return result!.busy === 0
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** Collects the numbers of all pages that are written, up to each `truncateLog`, until it is disposed of. */
export function watchPages(db: Db) {
  const pages = new Set<number>()
  const every = db.pragma('wal_autocheckpoint', { simple: true }) as number
  // SQLite would otherwise overwrite a log that has grown.
  db.pragma('wal_autocheckpoint = 0')
  watched.set(db, pages)
  return {
    pages,
    [Symbol.dispose]() {
      watched.delete(db)
      db.pragma(`wal_autocheckpoint = ${every}`)
    },
  }
}

/** Reports whether everything is in the database file. */
export function isLogEmpty(db: Db): boolean {
  return (statSync(logOf(db), { throwIfNoEntry: false })?.size ?? 0) === 0
}

const logOf = (db: Db): string => `${db.name}-wal`

function pagesInLog(db: Db): number[] {
  if (!existsSync(logOf(db))) return []
  const log = readFileSync(logOf(db))
  const frame = FRAME_HEADER + (db.pragma('page_size', { simple: true }) as number)
  const count = Math.max(0, Math.floor((log.length - LOG_HEADER) / frame))
  return Array.from({ length: count }, (_, index) => log.readUInt32BE(LOG_HEADER + index * frame))
}
