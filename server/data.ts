import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import type { Outside } from './context.ts'
import { assertIntact } from './db/copies/sound.ts'
import { assertDataThere, makeDataDir, markInitialised } from './db/data-dir.ts'
import { openInMemory } from './db/in-memory.ts'
import { type InstanceLock, lockDataDir } from './db/lock.ts'
import { migrate } from './db/migrate.ts'
import { type Db, openDb } from './db/open.ts'
import { applyPlannedRestore } from './db/restore.ts'
import { toIso } from './db/time.ts'
import { StartError } from './errors.ts'
import { storeOf } from './features/backups/store.ts'
import { alreadyRunning } from './running-instance.ts'

/** Name of a data folder that exists in memory only, for tests. */
export const IN_MEMORY = ':memory:'

/** Leftovers of a crashed process. */
const LEFTOVERS = ['exporting', 'restoring.received', 'uploads']

/** Locks the data folder for this process; undefined if it is in memory. */
export async function takeDataDir({ dataDir }: Config): Promise<InstanceLock | undefined> {
  if (dataDir === IN_MEMORY) return undefined
  makeDataDir(dataDir)
  const lock = lockDataDir(dataDir)
  if (!lock) throw await alreadyRunning(dataDir)
  return lock
}

/**
 * Opens the database of a locked folder: completes a planned restore, refuses damaged data without touching it, and migrates to
 * the latest schema.
 * @throws StartError with a user-facing message, which names the newest verified backup if there is one.
 */
export function openData(config: Config, { database }: Pick<Outside, 'database'> = {}): Db {
  const { dataDir } = config
  if (dataDir === IN_MEMORY) return openInMemory(database)
  const store = storeOf({ config })
  applyPlannedRestore(dataDir)
  for (const name of LEFTOVERS) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  store.tidy()
  try {
    return openIntact(config)
  } catch (error) {
    if (!(error instanceof StartError) || error.code !== 'damaged') throw error
    const backup = store.all().find(({ fault }) => fault === null)
    if (!backup) throw error
    const { id, created_at } = backup
    throw new StartError(
      'damaged',
      `${error.message} The newest proven backup is ${id}, made at ${toIso(created_at)}. To restore it: npm run serve -- --restore ${id}`,
      { backup: { id, createdAt: created_at } },
    )
  }
}

/** Makes the database readable only by its user; SQLite creates its side files with the same mode. */
function openIntact({ dataDir, limits }: Config): Db {
  assertDataThere(dataDir)
  const file = path.join(dataDir, 'parley.db')
  if (existsSync(file)) assertIntact(file, limits.lookedAtBytes)
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const db = openDb(file)
  try {
    migrate(db)
    markInitialised(dataDir)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
