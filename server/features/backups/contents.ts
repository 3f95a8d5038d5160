import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type BackupFacts,
  FILE_FOLDERS,
  type FileDigest,
  type FileFolder,
  type FileNames,
} from '../../db/copies/store.ts'

type Contents = NonNullable<BackupFacts['contents']>

/** Size and checksum of a file. */
export async function digestOfFile(file: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(file), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      bytes += chunk.length
      hash.update(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Sizes and checksums of files; known files are not read again.
 * @param known from an earlier backup
 */
export async function contentsOf(
  folders: Readonly<Record<FileFolder, string>>,
  names: FileNames,
  known?: Contents,
): Promise<Contents> {
  const contents: Contents = { attachments: {}, recordings: {} }
  for (const folder of FILE_FOLDERS)
    for (const name of names[folder])
      contents[folder][name] =
        known?.[folder][name] ?? (await digestOfFile(path.join(folders[folder], name)))
  return contents
}

export const isSame = (one: FileDigest, other: FileDigest): boolean =>
  one.bytes === other.bytes && one.sha256 === other.sha256
