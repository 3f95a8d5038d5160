import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { BUSY_TIMEOUT_MS, type Db } from './open.ts'

/** Length of the header of the log and of each of its frames, bytes (https://sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER = 32
const FRAME_HEADER = 24

/** Place of the number that SQLite adds 1 to whenever the log starts again. */
const RESTARTS = 16

/** Pages written while somebody watches. */
interface Watch {
  readonly pages: Set<number>
  isIncomplete: boolean
  /** Number of restarts of the log, once it is known. */
  restarts: number | undefined
  /** After an attempt that a reader was in the way of, the next write may start the log again. */
  mayRestart: boolean
}

const watches = new WeakMap<Db, Watch>()

/**
 * Writes the log into the database file and truncates it: it still contains the old versions of pages.
 * @returns false if a read transaction of another connection, such as that of a backup, or a transaction of this one is in the way; it does not wait for it
 */
export function truncateLog(db: Db): boolean {
  if (db.inTransaction) return false
  const watch = watches.get(db)
  if (watch) readLog(db, watch)
  db.pragma('busy_timeout = 0')
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
    const isDone = result!.busy === 0
    if (watch) {
      watch.mayRestart = !isDone && !isLogEmpty(db)
      if (isDone && watch.restarts !== undefined) watch.restarts = (watch.restarts + 1) >>> 0
    }
    return isDone
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/**
 * Collects the numbers of all pages but the first that are written, up to each `truncateLog`, until it is disposed of.
 * @throws Error if somebody watches already
 */
export function watchPages(db: Db) {
  if (watches.has(db)) throw new Error('The pages of this database are being watched')
  const watch: Watch = {
    pages: new Set(),
    isIncomplete: false,
    restarts: undefined,
    mayRestart: false,
  }
  const every = db.pragma('wal_autocheckpoint', { simple: true }) as number
  // SQLite would otherwise overwrite a log that has grown.
  db.pragma('wal_autocheckpoint = 0')
  watches.set(db, watch)
  return {
    pages: watch.pages,
    /** Reports whether another connection has started the log again, so that some pages may have been missed. */
    isIncomplete(): boolean {
      readLog(db, watch)
      return watch.isIncomplete
    },
    [Symbol.dispose]() {
      watches.delete(db)
      db.pragma(`wal_autocheckpoint = ${every}`)
    },
  }
}

/** Reports whether everything is in the database file. A log that is missing was not emptied by SQLite. */
export function isLogEmpty(db: Db): boolean {
  return statSync(logOf(db), { throwIfNoEntry: false })?.size === 0
}

const logOf = (db: Db): string => `${db.name}-wal`

function readLog(db: Db, watch: Watch): void {
  const size = statSync(logOf(db), { throwIfNoEntry: false })?.size ?? 0
  if (size < LOG_HEADER) {
    watch.isIncomplete ||= watch.mayRestart
    return
  }
  const frame = FRAME_HEADER + (db.pragma('page_size', { simple: true }) as number)
  // SQLite has no locks on the log itself that closing a handle would release.
  const log = openSync(logOf(db), 'r')
  const number = Buffer.alloc(4)
  const numberAt = (at: number): number => {
    readSync(log, number, 0, 4, at)
    return number.readUInt32BE()
  }
  try {
    const restarts = numberAt(RESTARTS)
    const more = (restarts - (watch.restarts ?? restarts)) >>> 0
    watch.isIncomplete ||= more > Number(watch.mayRestart)
    watch.restarts = restarts
    const count = Math.floor((fstatSync(log).size - LOG_HEADER) / frame)
    for (let index = 0; index < count; index += 1)
      watch.pages.add(numberAt(LOG_HEADER + index * frame))
    watch.pages.delete(1)
  } finally {
    closeSync(log)
  }
}
