import type { Config } from './config.ts'
import { realOutside } from './context.ts'
import { makeDataDir } from './db/data-dir.ts'
import { lockDataDir } from './db/lock.ts'
import { carryOutRestore } from './db/restore.ts'
import { StartError } from './errors.ts'
import { planStaged, stageArchive, stageBackup } from './features/backups/restores/stage.ts'
import { Unusable } from './features/backups/restores/unpack.ts'
import { storeOf } from './features/backups/store.ts'

/** The newest backup that is proven, in place of a name. */
const NEWEST = 'newest'

/**
 * Restores without a server: a backup by its id, the newest proven one (`newest`), or a file that was exported.
 * @returns the folder that has the old data now
 * @throws StartError when it cannot be restored; then nothing was changed.
 */
export async function restoreFrom(
  config: Config,
  source: string,
  passphrase?: string,
): Promise<string> {
  makeDataDir(config.dataDir)
  const lock = lockDataDir(config.dataDir)
  if (!lock)
    throw new StartError('already_running', `Stop the Parley that uses ${config.dataDir} first.`)
  try {
    const context = { config, now: realOutside.now }
    const store = storeOf(context)
    const backup =
      source === NEWEST ? store.all().find(({ fault }) => fault === null) : store.find(source)
    if (source === NEWEST && !backup)
      throw new StartError('damaged', `There is no proven backup in ${store.folder}.`)
    if (backup) await stageBackup(context, backup)
    else await stageArchive(context, source, passphrase)
    planStaged(context)
    return carryOutRestore(config.dataDir)!
  } catch (error) {
    if (error instanceof Unusable)
      throw new StartError('damaged', `${source} cannot be restored. ${error.message}`)
    throw error
  } finally {
    lock.release()
  }
}
