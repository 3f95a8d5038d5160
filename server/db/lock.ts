import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { connect } from './connect.ts'

/** Contact data that a running instance leaves in its data folder for a second one; readable by its user only. */
const Running = z.object({ url: z.string(), pid: z.int(), control: z.string() })
export type Running = z.output<typeof Running>

export interface InstanceLock {
  /** Publishes the address of this instance. */
  announce(running: Running): void
  release(): void
}

/**
 * Maximum wait for the lock, ms: two instances that start at the same moment may each find the other in the way, and
 * without a wait both would exit.
 */
const LOCK_TIMEOUT_MS = 100

/**
 * Locks the data folder for this process; null if another process holds it. The lock is an open SQLite transaction: it
 * ends with the process, however that exits, so that there is no stale pid file.
 */
export function lockDataDir(dataDir: string): InstanceLock | null {
  const lock = connect(path.join(dataDir, 'parley.lock'), { timeout: LOCK_TIMEOUT_MS })
  try {
    lock.pragma('journal_mode = DELETE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw error
  }
  const file = runningFile(dataDir)
  return {
    announce(running) {
      const partial = `${file}.partial`
      writeFileSync(partial, JSON.stringify(running), { mode: 0o600 })
      chmodSync(partial, 0o600)
      renameSync(partial, file)
    },
    release() {
      rmSync(file, { force: true })
      lock.close()
    },
  }
}

/** Address of the instance that holds a data folder, if it has published it. */
export function readRunning(dataDir: string): Running | undefined {
  const file = runningFile(dataDir)
  if (!existsSync(file)) return undefined
  try {
    return Running.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

const runningFile = (dataDir: string): string => path.join(dataDir, 'running.json')
