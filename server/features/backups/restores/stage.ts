import { copyFileSync, createReadStream } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../../config.ts'
import type { Outside } from '../../../context.ts'
import { workApart } from '../../../db/copies/apart.ts'
import { type BackupFacts, FILE_FOLDERS } from '../../../db/copies/store.ts'
import { newStaging, planRestore } from '../../../db/restore.ts'
import { syncFile } from '../../../durable.ts'
import { takeFiles } from '../pool.ts'
import { storeOf } from '../store.ts'
import { DATABASE, type Manifest } from './manifest.ts'
import { Unusable, unpackAll } from './unpack.ts'

interface Needs {
  readonly config: Pick<Config, 'dataDir' | 'backupDir'>
  readonly now: Outside['now']
}

/**
 * Gathers what a backup holds and checks it, so that the next start can put it in the place of the data.
 * @throws Unusable with the reason.
 */
export async function stageBackup(context: Needs, facts: BackupFacts): Promise<void> {
  const store = storeOf(context)
  const staging = newStaging(context.config.dataDir)
  const database = path.join(staging, DATABASE)
  copyFileSync(store.fileOf(facts.id), database)
  for (const folder of FILE_FOLDERS)
    await takeFiles(store.poolOf(folder), path.join(staging, folder), facts.files[folder])
  await assertUsable(database, facts)
}

/**
 * The same for a file that was exported.
 * @throws Unusable with the reason.
 */
export async function stageArchive(
  context: Needs,
  archive: string,
  passphrase: string | undefined,
): Promise<Manifest> {
  const staging = newStaging(context.config.dataDir)
  const manifest = await unpackAll(createReadStream(archive), passphrase, staging)
  await assertUsable(path.join(staging, DATABASE), manifest)
  return manifest
}

/** Has the next start put what was gathered last in the place of the data. */
export function planStaged({ config, now }: Needs): void {
  planRestore(config.dataDir, now())
}

async function assertUsable(file: string, { digest }: Pick<Manifest, 'digest'>): Promise<void> {
  const same = await workApart({ kind: 'check', file, wanted: digest })
  if (same.fault !== null) throw new Unusable(same.fault)
  const modern = await workApart({ kind: 'modernise', file })
  if (modern.fault !== null) throw new Unusable(modern.fault)
  syncFile(file)
}
