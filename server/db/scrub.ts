import { closeSync, fstatSync, fsync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { isLogEmpty, truncateLog, watchPages } from './log.ts'
import { type Db, isFileOf } from './open.ts'
import { FILE_HEADER, gapOf, type Layout, layoutOf } from './page-gap.ts'
import type { Write } from './write.ts'

/** Bytes per slice, and as many again of pages that were written since: a few milliseconds. */
const SLICE = 2 ** 21

/** Attempts to empty the log before a slice: most readers are gone in an instant. */
const MAX_TRIES = 20

/** Byte of the file at which SQLite places its locks; its page contains nothing. */
const LOCK_BYTE = 0x40_00_00_00

const NO_GAP = { from: 0, to: 0 }

const BIG = { bigint: true } as const

const flushFile = promisify(fsync)

/** Handles of scrubbed files. */
const handles = new WeakMap<Db, number>()

/**
 * Overwrites what is left of deleted rows between the rows: `secure_delete` overwrites a deleted row, but not the copies that remain
 * in a page when SQLite splits it and moves rows to another page. Only unused bytes of the file are written, with the log empty and the
 * write lock held, so that it is valid at any moment; other connections may read.
 * @param pause waits between two slices
 * @returns false if something was in the way: a connection that reads an older state or has emptied the log, or too many writes
 */
export async function scrubDb(db: Db, write: Write, pause: () => Promise<void>): Promise<boolean> {
  if (db.memory) return true
  const file = handleOf(db)
  const count = db.pragma('page_count', { simple: true }) as number
  const most = SLICE / (db.pragma('page_size', { simple: true }) as number)
  using log = watchPages(db)

  /** Empties the log and overwrites the gaps of pages from the first on; no other write of this process comes between the two. */
  async function scrubFrom(first: number): Promise<boolean> {
    const length = Math.max(0, Math.min(most, count - first + 1))
    const slice = Array.from({ length }, (_, at) => first + at)
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      write.flush()
      const isEmpty = truncateLog(db)
      if (log.isIncomplete()) return false
      // A page of a slice that is yet to come may have taken the number of one that is done.
      const again = [...log.pages].slice(0, most)
      const isMarked = first === 2 || first + most > count
      if (
        isEmpty &&
        (await scrubPages({ db, write, file, pages: [...slice, ...again], isMarked }))
      ) {
        for (const page of again) log.pages.delete(page)
        return true
      }
      await pause()
    }
    return false
  }

  // The first page has no rows but those of the schema.
  for (let first = 2; first <= Math.max(2, count) || log.pages.size > 0; first += most) {
    // A long import can write pages faster than they are done again.
    if (first > 2 * count + MAX_TRIES * most || !(await scrubFrom(first))) return false
    if (log.isIncomplete()) return false
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
  readonly pages: readonly number[]
  /**
   * Commits without a change. Its place in the log tells whether another connection has emptied that, and other connections read
   * again what they have cached before they write.
   */
  readonly isMarked: boolean
}

/**
 * Overwrites the gaps of these pages; false if another process has written in the meantime. They are read with the write lock held:
 * such a process could move cells into gaps found before.
 */
function scrubPages({ db, write, file, pages, isMarked }: Slice): Promise<boolean> {
  // Pages in the cache contain the gaps, and would bring them back with their next change.
  db.pragma('shrink_memory')
  return write(() => {
    if (!isLogEmpty(db)) return false
    const layout = layoutNow(db, file)
    const page = Buffer.alloc(layout.size)
    const zeros = Buffer.alloc(layout.size)
    for (const number of pages) {
      const at = (number - 1) * layout.size
      const isOfLocks = at <= LOCK_BYTE && LOCK_BYTE < at + layout.size
      // A page that is not there any more cannot be read.
      if (number <= 1 || isOfLocks || readSync(file, page, 0, page.length, at) < page.length)
        continue
      const { from, to } = gapOf(page, layout.usable) ?? NO_GAP
      if (page.compare(zeros, 0, to - from, from, to) !== 0)
        writeAll(file, zeros.subarray(0, to - from), at + from)
    }
    if (isMarked) db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`)
    return true
  })
}

/** The layout of the pages, which another process may have changed (`VACUUM`), or even the file. */
function layoutNow(db: Db, file: number): Layout {
  for (const found of [fstatSync(file, BIG), statSync(db.name, BIG)])
    if (!isFileOf(db, found)) throw new Error('The file of the database has been replaced')
  const header = Buffer.alloc(FILE_HEADER)
  readSync(file, header, 0, FILE_HEADER, 0)
  return layoutOf(header)
}

/** Writes all bytes: one call may write some of them only. */
function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, at + done)
}
