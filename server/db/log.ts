import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { BUSY_TIMEOUT_MS, type Db } from './open.ts'

/** Length of the header of the log and of each of its frames, bytes (https://sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER = 32
const FRAME_HEADER = 24

/** Pages written while somebody watches. */
const watched = new WeakMap<Db, Set<number>>()

/**
 * Writes the log into the database file and truncates it: it still contains the old versions of pages.
 * @returns false if a read transaction of another connection, such as that of a backup, or a transaction of this one is in the way; it does not wait for it
 */
export function truncateLog(db: Db): boolean {
  if (db.inTransaction) return false
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

/**
 * Collects the numbers of all pages that are written, up to each `truncateLog`, until it is disposed of.
 * @throws Error if somebody watches already
 */
export function watchPages(db: Db) {
  if (watched.has(db)) throw new Error('The pages of this database are being watched')
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
  if (isLogEmpty(db)) return []
  const frame = FRAME_HEADER + (db.pragma('page_size', { simple: true }) as number)
  // SQLite has no locks on the log itself that closing a handle would release.
  const log = openSync(logOf(db), 'r')
  try {
    const count = Math.max(0, Math.floor((fstatSync(log).size - LOG_HEADER) / frame))
    const number = Buffer.alloc(4)
    return Array.from({ length: count }, (_, index) => {
      readSync(log, number, 0, 4, LOG_HEADER + index * frame)
      return number.readUInt32BE()
    })
  } finally {
    closeSync(log)
  }
}
