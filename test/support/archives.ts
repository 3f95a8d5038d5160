import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { extract, pack } from 'tar-stream'
import { createExport, createRestore } from '#contracts/restores.ts'
import { digestOf } from '../../server/db/copies/digest.ts'
import type { onDisk } from './backups.ts'

type World = Pick<Awaited<ReturnType<typeof onDisk>>, 'desk' | 'running'>

/** An export as a list of its files, in order. */
export interface Archive {
  // biome-ignore lint/suspicious/noExplicitAny: an attacker writes whatever he likes.
  manifest: any
  readonly files: { name: string; bytes: Buffer }[]
}

/** Downloads an export as one file. */
export async function download({ desk, running }: World, passphrase?: string): Promise<Buffer> {
  const { url } = await desk(createExport, { body: passphrase ? { passphrase } : {} })
  const answer = await fetch(running.url + url)
  if (!answer.ok) throw new Error(`The export was answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Uploads a file for checking. */
export async function upload({ desk, running }: World, bytes: Buffer) {
  const { id, url } = await desk(createRestore, { body: {} })
  const answer = await fetch(running.url + url, { method: 'PUT', body: new Uint8Array(bytes) })
  return {
    id,
    status: answer.status,
    code: answer.headers.get('parley-error'),
    body: (await answer.json()) as { message?: string; is_foreign?: boolean },
  }
}

/** Unpacks an export. */
export async function takenApart(bytes: Buffer): Promise<Archive> {
  const tar = extract()
  tar.end(gunzipSync(bytes))
  const files: Archive['files'] = []
  for await (const entry of tar)
    files.push({ name: entry.header.name, bytes: await buffer(entry as unknown as Readable) })
  const [manifest] = files.splice(0, 1)
  return { manifest: JSON.parse(manifest!.bytes.toString()), files }
}

/** Repacks the files into an export. */
export async function putTogether({ manifest, files }: Archive): Promise<Buffer> {
  const tar = pack()
  tar.entry({ name: 'manifest.json' }, JSON.stringify(manifest))
  for (const { name, bytes } of files) tar.entry({ name }, bytes)
  tar.finalize()
  return gzipSync(await buffer(tar as unknown as Readable), { level: 1 })
}

/**
 * Changes an export's database by SQL and recomputes everything in the manifest about it, as an attacker who
 * knows Parley would.
 */
export async function tampered(bytes: Buffer, sql: string): Promise<Buffer> {
  const archive = await takenApart(bytes)
  const database = archive.files.find(({ name }) => name === 'parley.db')!
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-tampered-'))
  const file = path.join(folder, 'parley.db')
  writeFileSync(file, database.bytes)
  const db = new Database(file)
  db.exec(sql)
  const digest = digestOf(db)
  db.close()
  database.bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  const rows = Object.values(digest).reduce((sum, table) => sum + table.rows, 0)
  Object.assign(archive.manifest, { digest, rows, bytes: database.bytes.length })
  return putTogether(archive)
}

export const sha256 = (bytes: Buffer | string): string =>
  createHash('sha256').update(bytes).digest('hex')
