import { createReadStream, statSync } from 'node:fs'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { FILE_FOLDERS, type FileFolder } from '../../../db/copies/store.ts'
import { encryption } from './cipher.ts'
import { DATABASE, MANIFEST, type Manifest } from './manifest.ts'

interface Packing {
  readonly manifest: Manifest
  /** Path of the database copy. */
  readonly database: string
  readonly folders: Readonly<Record<FileFolder, string>>
  readonly passphrase: string | undefined
  readonly randomBytes: (length: number) => Buffer
}

/** Streams an export at its reader's pace: memory use does not depend on its size. */
export async function packAll(packing: Packing, to: Writable): Promise<void> {
  const { passphrase, randomBytes } = packing
  const tar = pack()
  const filled = fill(tar, packing).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error as Error),
  )
  const steps = [tar as unknown as Readable, createGzip({ level: 6 })] as const
  if (passphrase === undefined) await pipeline(...steps, to)
  else await pipeline(...steps, await encryption(passphrase, randomBytes), to)
  await filled
}

async function fill(tar: Pack, { manifest, database, folders }: Packing): Promise<void> {
  const modified = new Date(manifest.created_at)
  await new Promise<void>((resolve, reject) =>
    tar.entry(
      { name: MANIFEST, mtime: modified, mode: 0o600 },
      JSON.stringify(manifest),
      (error) => (error ? reject(error) : resolve()),
    ),
  )
  await add(DATABASE, database)
  for (const folder of FILE_FOLDERS)
    for (const name of manifest.files[folder])
      await add(`${folder}/${name}`, path.join(folders[folder], name))

  async function add(name: string, file: string): Promise<void> {
    const { size } = statSync(file)
    const entry = tar.entry({ name, size, mtime: modified, mode: 0o600 })
    await pipeline(createReadStream(file), entry)
  }
}
