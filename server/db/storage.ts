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

/** Whether there is room to write, and what is done while there is none. */
export interface Storage {
  /** Only what makes room is served, and what reads. */
  isFull(): boolean
  /** Looks at what was thrown; true when it says that the disk is full or fails. */
  note(error: unknown): boolean
  /** Looks whether there is room again. */
  look(): void
}

interface StorageOptions {
  readonly dataDir: string
  readonly inMemory: boolean
  /** Kept free for what makes room, bytes. */
  readonly reserveBytes: number
  readonly onChange?: (isFull: boolean) => void
}

const RESERVE = 'reserve'
const CHUNK_BYTES = 1024 * 1024

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
  const { dataDir, inMemory, reserveBytes, onChange } = options
  const reserve = path.join(dataDir, RESERVE)
  let full = false

  function turn(isFull: boolean): void {
    if (full === isFull) return
    full = isFull
    onChange?.(isFull)
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

  function look(): void {
    try {
      if (isRoomy()) {
        if (!inMemory) keepInReserve(reserve, reserveBytes)
        turn(false)
        return
      }
    } catch (error) {
      // A folder that is gone is found by whoever wants something from it.
      if (!isOutOfRoom(error)) return
    }
    release()
    turn(true)
  }

  return {
    isFull: () => full,
    note(error) {
      if (!isOutOfRoom(error)) return false
      release()
      turn(true)
      return true
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
export function ifThereIsRoom(write: () => unknown): void {
  try {
    write()
  } catch (error) {
    if (!isOutOfRoom(error)) throw error
  }
}
