import { constants, copyFileSync, existsSync, linkSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  type BackupStore,
  FILE_FOLDERS,
  type FileFolder,
  type FileNames,
} from '../../db/copies/store.ts'
import { syncFile, syncFolder } from '../../durable.ts'

/** Files per batch, so that no request waits long. */
const SLICE = 50

/**
 * Adds files to a pool under the same names. Files are immutable, so that a hard link is enough on the same disk.
 * @returns the names of the files that existed
 */
export async function takeFiles(
  from: string,
  to: string,
  names: readonly string[],
): Promise<string[]> {
  const taken: string[] = []
  for (const [index, name] of names.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate()
    if (take(path.join(from, name), path.join(to, name))) taken.push(name)
  }
  syncFolder(to)
  return taken
}

function take(file: string, target: string): boolean {
  if (existsSync(target)) return true
  // Erased a moment ago.
  if (!existsSync(file)) return false
  try {
    linkSync(file, target)
  } catch {
    const partial = `${target}.partial`
    copyFileSync(file, partial, constants.COPYFILE_FICLONE)
    syncFile(partial)
    rmSync(target, { force: true })
    linkSync(partial, target)
    rmSync(partial)
  }
  return true
}

/** Names of the files in a data folder. */
export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Deletes files from the pool that no backup needs. */
export function sweepPool(store: BackupStore): void {
  const all = store.all()
  for (const folder of FILE_FOLDERS) {
    const needed = new Set(all.flatMap(({ files }) => files[folder]))
    const pool = store.poolOf(folder)
    for (const name of namesIn(pool)) if (!needed.has(name)) rmSync(path.join(pool, name))
  }
}

/** Deletes an erased person's attachments and recordings from the pool, so that no backup can restore them. */
export function removeFromBackups(
  store: BackupStore,
  {
    keys,
    recordings,
  }: { readonly keys: readonly string[]; readonly recordings: readonly string[] },
): void {
  const files = { attachments: keys, recordings }
  for (const folder of FILE_FOLDERS) {
    if (files[folder].length === 0 || !existsSync(store.folder)) continue
    const pool = store.poolOf(folder)
    for (const name of files[folder]) rmSync(path.join(pool, name), { force: true })
  }
}

/** Total number of files. */
export const countOf = (files: FileNames): number =>
  FILE_FOLDERS.reduce((sum, folder: FileFolder) => sum + files[folder].length, 0)
