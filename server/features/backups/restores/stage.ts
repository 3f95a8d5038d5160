import { copyFileSync, createReadStream, existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { fault } from '#contracts/faults.ts'
import type { Config } from '../../../config.ts'
import type { Outside } from '../../../context.ts'
import { runInWorker } from '../../../db/copies/apart.ts'
import { type BackupFacts, FILE_FOLDERS } from '../../../db/copies/store.ts'
import { newStaging, planRestore } from '../../../db/restore.ts'
import { syncFile } from '../../../durable.ts'
import type { Installation } from '../../../providers/secrets/installation.ts'
import { digestOfFile, isSame } from '../contents.ts'
import { takeFiles } from '../pool.ts'
import { isOwn } from '../signature.ts'
import { storeOf } from '../store.ts'
import { DATABASE, type Manifest } from './manifest.ts'
import { Unusable, unpackAll } from './unpack.ts'

interface Needs {
  readonly config: Pick<Config, 'dataDir' | 'backupDir' | 'limits'>
  readonly now: Outside['now']
  readonly installation: Installation
}

/** A backup was not signed by this installation, and accepting it was not confirmed. */
export class Foreign extends Error {
  override readonly name = 'Foreign'
}

/**
 * Stages and checks a backup, which the next start can then put in place of the data.
 * @throws Foreign unless it was signed here or `acceptForeign`, before reading any of it
 * @throws Unusable with the reason
 */
export async function stageBackup(
  context: Needs,
  facts: BackupFacts,
  acceptForeign: boolean,
): Promise<void> {
  if (!acceptForeign && !isOwn(context.installation, facts)) throw new Foreign()
  const store = storeOf(context)
  const staging = newStaging(context.config.dataDir)
  const database = path.join(staging, DATABASE)
  copyFileSync(store.fileOf(facts.id), database)
  for (const folder of FILE_FOLDERS)
    await takeFiles(store.poolOf(folder), path.join(staging, folder), facts.files[folder])
  await assertSame(staging, facts)
  await assertUsable(database, facts)
}

/**
 * Like `stageBackup`, for an exported file. The caller decides about foreign signatures.
 * @throws Unusable with the reason
 */
export async function stageArchive(
  context: Needs,
  archive: string,
  passphrase: string | undefined,
): Promise<{ readonly manifest: Manifest; readonly isForeign: boolean }> {
  const { config, installation } = context
  const staging = newStaging(config.dataDir)
  const manifest = await unpackAll(createReadStream(archive), {
    passphrase,
    into: staging,
    most: roomIn(config),
  })
  await assertUsable(path.join(staging, DATABASE), manifest)
  return { manifest, isForeign: !isOwn(installation, manifest) }
}

/** Maximum size to unpack, bytes: leaves the disk reserve free. */
function roomIn({ dataDir, limits }: Needs['config']): number {
  const { bavail, bsize } = statfsSync(dataDir)
  return Math.min(limits.unpackedBytes, Math.max(0, bavail * bsize - limits.reserveBytes))
}

/** Makes the next start replace the data by what was staged last. */
export function planStaged({ config, now }: Needs): void {
  planRestore(config.dataDir, now())
}

/** Checks staged files against their checksums; files of erased people are missing from backups. */
async function assertSame(staging: string, { files, contents }: BackupFacts): Promise<void> {
  if (!contents) return
  for (const folder of FILE_FOLDERS)
    for (const name of files[folder]) {
      const file = path.join(staging, folder, name)
      const wanted = contents[folder][name]
      if (existsSync(file) && !(wanted && isSame(await digestOfFile(file), wanted)))
        throw new Unusable(fault('archive_file_differs', { name }))
    }
}

async function assertUsable(
  file: string,
  { digest, schema }: Pick<Manifest, 'digest' | 'schema'>,
): Promise<void> {
  const same = await runInWorker({ kind: 'check', file, wanted: digest })
  if (same.fault !== null) throw new Unusable(same.fault)
  if (same.schema !== schema) throw new Unusable(fault('archive_foreign'))
  const modern = await runInWorker({ kind: 'modernise', file })
  if (modern.fault !== null) throw new Unusable(modern.fault)
  syncFile(file)
}
