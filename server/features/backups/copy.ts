import { statSync } from 'node:fs'
import type { Context } from '../../context.ts'
import { runInWorker } from '../../db/copies/apart.ts'
import type { BackupFacts, FileFolder } from '../../db/copies/store.ts'
import { contentsOf } from './contents.ts'
import { namesIn, takeFiles } from './pool.ts'
import { signed } from './signature.ts'

type Needs = Pick<Context, 'db' | 'now' | 'attachments' | 'recordings' | 'installation'>

/** Destination of a backup. */
interface Target {
  readonly database: string
  readonly folders: Readonly<Record<FileFolder, string>>
}

/**
 * Copies the database and its files; returns a signed manifest, including whether the copy can be restored.
 * @param known checksums of files from an earlier backup
 */
export async function copyEverything(
  { db, now, attachments, recordings, installation }: Needs,
  { database, folders }: Target,
  { stopping, known }: { stopping?: AbortSignal | undefined; known?: BackupFacts['contents'] } = {},
): Promise<Omit<BackupFacts, 'id' | 'proven_at'>> {
  const created_at = now().getTime()
  const found = await runInWorker({ kind: 'copy', live: db.name, partial: database }, stopping)
  // After the database, so that every row has its file.
  const take = (from: string, folder: FileFolder) => takeFiles(from, folders[folder], namesIn(from))
  const files = {
    attachments: await take(attachments.folder(), 'attachments'),
    recordings: await take(recordings.folder(), 'recordings'),
  }
  const contents = await contentsOf(folders, files, known)
  return signed(installation, {
    created_at,
    bytes: statSync(database).size,
    ...found,
    files,
    contents,
  })
}
