import { closeSync, fsync, openSync, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { isLogEmpty, truncateLog, watchPages } from './log.ts'
import type { Db } from './open.ts'
import { gapOf } from './page-gap.ts'
import type { Write } from './write.ts'

/** Pages per slice: 2 MB, a few milliseconds. */
const SLICE = 512

/** Attempts to empty the log before a slice: most readers are gone in an instant. */
const MAX_TRIES = 20

/** Byte of the file at which SQLite places its locks; its page contains nothing. */
const LOCK_BYTE = 0x40_00_00_00

/** Number of pages from which the first byte of a page does not tell its kind: 64 GB. */
const MAX_PAGES = 2 ** 24

const flushFile = promisify(fsync)

/** Handles of scrubbed files. */
const handles = new WeakMap<Db, number>()

/**
 * Overwrites what is left of deleted rows between the rows: `secure_delete` overwrites a deleted row, but not the copies that remain
 * in a page when SQLite splits it and moves rows to another page. Only unused bytes of the file are written, with the log empty and the
 * write lock held, so that it is valid at any moment; other connections may read.
 * @param pause waits between two slices
 * @returns false if a read transaction of another connection was in the way
 */
export async function scrubDb(db: Db, write: Write, pause: () => Promise<void>): Promise<boolean> {
  if (db.memory) return true
  const count = db.pragma('page_count', { simple: true }) as number
  if (count >= MAX_PAGES || db.pragma('auto_vacuum', { simple: true }) !== 0)
    throw new Error('The pages of this database cannot be told apart')
  const emptied = async (): Promise<boolean> => {
    for (let tries = 1; ; tries += 1) {
      write.flush()
      if (truncateLog(db)) return true
      if (tries === MAX_TRIES) return false
      await pause()
    }
  }
  // Nothing is done yet, so that what the log contains until here need not be done again.
  if (!(await emptied())) return false
  const file = handleOf(db)
  using written = watchPages(db)
  // The first page has no rows but those of the schema.
  for (let first = 2; first <= count; first += SLICE) {
    if (!(await emptied())) return false
    const slice = Array.from({ length: Math.min(SLICE, count - first + 1) }, (_, at) => first + at)
    // A page of a slice that is yet to come may have taken the number of one that is done.
    const pages = new Set([...slice, ...written.pages])
    written.pages.clear()
    if (!(await scrubPages({ db, write, file, pages }))) return false
    await pause()
  }
  await flushFile(file)
  return true
}

/** Closes a database. */
export function closeDb(db: Db): void {
  db.close()
  const file = handles.get(db)
  if (file !== undefined) closeSync(file)
  handles.delete(db)
}

/** A handle of the file next to SQLite's. Closing it would release SQLite's locks (POSIX), so it stays open as long as the database. */
function handleOf(db: Db): number {
  const handle = handles.get(db) ?? openSync(db.name, 'r+')
  handles.set(db, handle)
  return handle
}

interface Slice {
  readonly db: Db
  readonly write: Write
  readonly file: number
  readonly pages: ReadonlySet<number>
}

/**
 * Overwrites the gaps of these pages; false if another process has written in the meantime. They are read with the write lock held:
 * such a process could move cells into gaps found before.
 */
function scrubPages({ db, write, file, pages }: Slice): Promise<boolean> {
  const size = db.pragma('page_size', { simple: true }) as number
  const zeros = Buffer.alloc(size)
  const page = Buffer.alloc(size)

  function scrubPage(at: number): void {
    const gap = gapOf(page)
    if (!gap) return
    const length = gap.to - gap.from
    if (page.compare(zeros, 0, length, gap.from, gap.to) !== 0)
      writeSync(file, zeros, 0, length, at + gap.from)
  }

  // Pages in the cache contain the gaps, and would bring them back with their next change.
  db.pragma('shrink_memory')
  return write(() => {
    if (!isLogEmpty(db)) return false
    for (const number of pages) {
      const at = (number - 1) * size
      const isOfLocks = at <= LOCK_BYTE && LOCK_BYTE < at + size
      if (number > 1 && !isOfLocks && readSync(file, page, 0, size, at) === size) scrubPage(at)
    }
    return true
  })
}
