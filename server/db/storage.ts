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
  /** Looks at what was thrown, and says what it tells of the data. */
  note(error: unknown): StorageTrouble | undefined
  /** Looks whether there is room again. */
  look(): void
}

interface StorageOptions {
  readonly dataDir: string
  readonly inMemory: boolean
  /** Kept free for what makes room, bytes. */
  readonly reserveBytes: number
  /** From here on the write-ahead log is long, bytes. */
  readonly walBytes: number
  readonly onChange?: (trouble: StorageTrouble | undefined) => void
  readonly onLongLog?: (bytes: number) => void
}

const RESERVE = 'reserve'
const CHUNK_BYTES = 1024 * 1024

/** A search index that does not fit its rows (SQLITE_CORRUPT_VTAB) can be made anew: it is no reason to stop everything. */
const DAMAGE = new Set(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB'])

const isDamage = (error: unknown): boolean =>
  error instanceof Database.SqliteError && DAMAGE.has(error.code)

const isOutOfRoom = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown }
  if (error instanceof Database.SqliteError)
    return error.code === 'SQLITE_FULL' || error.code.startsWith('SQLITE_IOERR')
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EROFS'
}

/**
 * Watches the room for the data. A file in reserve is deleted when the disk is full, so that deleting, which needs room
 * too, is possible; it is made anew when there is room for it and as much again.
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

  function isRoomy(): boolean {
    if (inMemory) return true
    const { bavail, bsize } = statfsSync(dataDir)
    const free = bavail * bsize
    const has = existsSync(reserve) && statSync(reserve).size === reserveBytes
    return has ? free >= reserveBytes : free >= 2 * reserveBytes
  }

  function lookAtLog(): void {
    const { size = 0 } =
      statSync(path.join(dataDir, 'parley.db-wal'), { throwIfNoEntry: false }) ?? {}
    if (size > walBytes && !isLogLong) onLongLog?.(size)
    isLogLong = size > walBytes
  }

  function look(): void {
    if (!inMemory) lookAtLog()
    try {
      if (isRoomy()) {
        if (!inMemory) keepInReserve(reserve, reserveBytes)
        turn(undefined)
        return
      }
    } catch (error) {
      // A folder that is gone is found by whoever wants something from it.
      if (!isOutOfRoom(error)) return
    }
    release()
    turn('full')
  }

  return {
    trouble: () => trouble,
    isLogLong: () => isLogLong,
    note(error) {
      if (isDamage(error)) turn('damaged')
      else if (isOutOfRoom(error)) {
        release()
        turn('full')
      } else return undefined
      return trouble
    },
    look,
  }
}

/** Bytes that no file system can make less of. */
function keepInReserve(file: string, bytes: number): void {
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

/** Writes what is good to know and not worth failing for: a full disk does not keep anybody from reading. */
export async function ifThereIsRoom(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isOutOfRoom(error)) throw error
  }
}
