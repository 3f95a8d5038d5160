import path from 'node:path'
import type { Config } from '../../config.ts'
import { type BackupStore, createStore } from '../../db/copies/store.ts'

/** Backup folder of a server. */
export const storeOf = ({
  config,
}: {
  readonly config: Pick<Config, 'backupDir' | 'dataDir'>
}): BackupStore => createStore(config.backupDir ?? path.join(config.dataDir, 'backups'))
