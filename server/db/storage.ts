import { randomFillSync } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { StorageTrouble } from '../errors.ts'

/** Monitors whether the data can be written, and reacts while it cannot. */
export interface Storage {
  trouble(): StorageTrouble | undefined
  /** Reports whether the write-ahead log is so long that some reader must be blocking checkpoints. */
  isLogLong(): boolean
  /** Classifies an error; returns the trouble with the storage that it reveals. */
  note(error: unknown): StorageTrouble | undefined
  /** Checks whether there is enough space again. */
  check(): void
}

interface StorageOptions {
  readonly dataDir: string
  readonly inMemory: boolean
  /** Size of the reserve file, bytes; deleting it makes room for cleaning up. */
  readonly reserveBytes: number
  /** Size from which the write-ahead log counts as long, bytes. */
  readonly walBytes: number
  readonly onChange?: (trouble: StorageTrouble | undefined) => void
  readonly onLongLog?: (bytes: number) => void
}

const RESERVE = 'reserve'
const CHUNK_BYTES = 1024 * 1024

/** A corrupt search index (SQLITE_CORRUPT_VTAB) is excluded: it can be rebuilt, so there is no reason to stop. */
const DAMAGE = new Set(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB'])

const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError && DAMAGE.has(error.code)

const isOutOfSpace = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  if (error instanceof Database.SqliteError)
    return error.code === 'SQLITE_FULL' || error.code.startsWith('SQLITE_IOERR')
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EROFS'
}

/**
 * Monitors disk space. When the disk is full, a reserve file is deleted to make room for deleting data, which needs
 * space too; it is created again once twice its size is free.
 */
export function createStorage(options: StorageOptions): Storage {
  const { dataDir, inMemory, reserveBytes, walBytes, onChange, onLongLog } = options
  const reserve = path.join(dataDir, RESERVE)
  let trouble: StorageTrouble | undefined
  let isLogLong = false

  function turn(to: StorageTrouble | undefined): void {
    if (trouble === to || trouble === 'damaged') return
    trouble = to
    onChange?.(to)
  }

  function release(): void {
    if (!inMemory) rmSync(reserve, { force: true })
  }

  function hasSpace(): boolean {
    if (inMemory) return true
    const { bavail, bsize } = statfsSync(dataDir)
    const free = bavail * bsize
    const has = existsSync(reserve) && statSync(reserve).size === reserveBytes
    return has ? free >= reserveBytes : free >= 2 * reserveBytes
  }

  function checkLogSize(): void {
    const { size = 0 } =
      statSync(path.join(dataDir, 'parley.db-wal'), { throwIfNoEntry: false }) ?? {}
    if (size > walBytes && !isLogLong) onLongLog?.(size)
    isLogLong = size > walBytes
  }

  function check(): void {
    if (!inMemory) checkLogSize()
    try {
      if (hasSpace()) {
        if (!inMemory) writeReserve(reserve, reserveBytes)
        turn(undefined)
        return
      }
    } catch (error) {
      // A missing folder is reported by whatever needs it.
      if (!isOutOfSpace(error)) return
    }
    release()
    turn('full')
  }

  return {
    trouble: () => trouble,
    isLogLong: () => isLogLong,
    note(error) {
      if (isDamage(error)) turn('damaged')
      else if (isOutOfSpace(error)) {
        release()
        turn('full')
      } else return undefined
      return trouble
    },
    check,
  }
}

/** Random bytes, which no file system can compress. */
function writeReserve(file: string, bytes: number): void {
  if (existsSync(file) && statSync(file).size === bytes) return
  const chunk = randomFillSync(Buffer.alloc(Math.min(bytes, CHUNK_BYTES)))
  const handle = openSync(file, 'w', 0o600)
  try {
    for (let written = 0; written < bytes; written += chunk.length)
      writeSync(handle, chunk, 0, Math.min(chunk.length, bytes - written))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Performs an optional write, ignoring a full disk: it must not prevent reading. */
export async function ifSpaceAllows(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
  }
}
