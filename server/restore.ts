import type { Config } from './config.ts'
import { realOutside } from './context.ts'
import { makeDataDir } from './db/data-dir.ts'
import { lockDataDir } from './db/lock.ts'
import { applyPlannedRestore } from './db/restore.ts'
import { StartError } from './errors.ts'
import {
  Foreign,
  planStaged,
  stageArchive,
  stageBackup,
} from './features/backups/restores/stage.ts'
import { Unusable } from './features/backups/restores/unpack.ts'
import { storeOf } from './features/backups/store.ts'
import { createInstallation } from './providers/secrets/installation.ts'

interface RestoreOptions {
  readonly passphrase?: string | undefined
  /** Accepts a backup that was not signed by this installation. */
  readonly acceptForeign?: boolean
}

/** Selects the newest verified backup. */
const NEWEST = 'newest'

/**
 * Restores without a server: a backup by its id, the newest verified one (`newest`), or an export file.
 * @returns the folder that now holds the old data
 * @throws StartError if it cannot be restored; nothing was changed then.
 */
export async function restoreFrom(
  config: Config,
  source: string,
  { passphrase, acceptForeign = false }: RestoreOptions = {},
): Promise<string> {
  makeDataDir(config.dataDir)
  const lock = lockDataDir(config.dataDir)
  if (!lock)
    throw new StartError('already_running', `Stop the Parley that uses ${config.dataDir} first.`)
  try {
    const { now, randomBytes } = realOutside
    const installation = createInstallation({ config, inMemory: false, randomBytes })
    const context = { config, now, installation }
    const store = storeOf(context)
    const backup =
      source === NEWEST ? store.all().find(({ fault }) => fault === null) : store.find(source)
    if (source === NEWEST && !backup)
      throw new StartError('damaged', `There is no proven backup in ${store.folder}.`)
    if (backup) await stageBackup(context, backup, acceptForeign)
    else if ((await stageArchive(context, source, passphrase)).isForeign && !acceptForeign)
      throw new Foreign()
    planStaged(context)
    return applyPlannedRestore(config.dataDir)!
  } catch (error) {
    if (error instanceof Unusable)
      throw new StartError('damaged', `${source} cannot be restored. ${error.message}`)
    if (error instanceof Foreign)
      throw new StartError(
        'foreign_backup',
        `${source} was not signed by this installation: it is of another one, of an older Parley, or was changed since. Whoever made it decides who gets in and what is run. To take it all the same: npm run serve -- --restore ${source} --accept-foreign`,
      )
    throw error
  } finally {
    lock.release()
  }
}
