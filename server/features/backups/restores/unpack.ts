import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { FileDigest, FileFolder } from '../../../db/copies/store.ts'
import { syncFile } from '../../../durable.ts'
import { FaultError } from '../../../errors.ts'
import { ATTACHMENT_KEY } from '../../../providers/files/attachments.ts'
import { RECORDING_NAME } from '../../../providers/voice/recordings.ts'
import { isSame } from '../contents.ts'
import { decryption, WrongPassphrase } from './cipher.ts'
import { DATABASE, MANIFEST, MAX_MANIFEST_BYTES, Manifest } from './manifest.ts'

/** An archive cannot be restored; the fault is shown to the owner. */
export class Unusable extends FaultError<ReasonCode> {
  override readonly name = 'Unusable'
}

/** Maximum size of a file other than the database, bytes. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const NOT_OURS = fault('archive_foreign')

/** Destination of each kind of file; any other name is refused, so that nothing can be written elsewhere. */
const PLACES: Readonly<Record<FileFolder, RegExp>> = {
  attachments: ATTACHMENT_KEY,
  recordings: RECORDING_NAME,
}

/** Maximum tar overhead per file, bytes: header and padding. */
const TAR_BYTES = 2048

interface Unpacking {
  readonly passphrase: string | undefined
  /** Path of an empty folder. */
  readonly into: string
  /** Maximum unpacked size, bytes. */
  readonly most: number
}

/**
 * Unpacks an export into an empty folder and returns its manifest. Do not use any of it if this fails.
 * @throws Unusable with the reason
 */
export async function unpackAll(
  from: Readable,
  { passphrase, into, most }: Unpacking,
): Promise<Manifest> {
  const tar = extract()
  const found = new Set<string>()
  const measure = measuring(Math.min(most, MAX_MANIFEST_BYTES + TAR_BYTES))
  let manifest: Manifest | undefined

  async function sort(): Promise<void> {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file' || found.has(name)) throw new Unusable(NOT_OURS)
      found.add(name)
      if (name === MANIFEST) {
        manifest = await readManifest(entry, size)
        measure.allow(Math.min(most, size + sizeOf(manifest)))
        continue
      }
      if (!manifest) throw new Unusable(NOT_OURS)
      await unpackOne(entry, { name, size, manifest, into })
    }
  }

  const ends = await Promise.allSettled([
    pipeline(from, decryption(passphrase), createGunzip(), measure.stream, tar),
    sort().catch((error: unknown) => {
      tar.destroy(error as Error)
      throw error
    }),
  ])
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  // The first error is the cause; readers of the stream only see it end.
  const [broken] = errors
  if (broken !== undefined)
    throw errors.find((error) => error instanceof Unusable) ?? new Unusable(reasonOf(broken))
  if (!manifest || !found.has(DATABASE) || !isComplete(manifest, found))
    throw new Unusable(fault('archive_incomplete'))
  return manifest
}

interface Entry {
  readonly name: string
  readonly size: number
  readonly manifest: Manifest
  readonly into: string
}

async function unpackOne(
  entry: AsyncIterable<unknown>,
  { name, size, manifest, into }: Entry,
): Promise<void> {
  const wanted = declared(name, size, manifest)
  if (!wanted) throw new Unusable(NOT_OURS)
  const digest = await save(entry, path.join(into, name))
  if (wanted !== 'database' && wanted.digest && !isSame(digest, wanted.digest))
    throw new Unusable(fault('archive_file_differs', { name }))
}

function reasonOf(error: unknown): Fault<ReasonCode> {
  if (error instanceof WrongPassphrase) return error.fault
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return fault('disk_full')
  if (code === 'ENOENT' || code === 'EISDIR') return fault('archive_missing')
  return NOT_OURS
}

/** The manifest entry of a file, so that no undeclared file can fill the disk; undefined if there is none. */
function declared(
  name: string,
  size: number,
  { bytes, files, contents }: Manifest,
): 'database' | { readonly digest: FileDigest | undefined } | undefined {
  if (name === DATABASE) return size === bytes ? 'database' : undefined
  const [folder, file = ''] = name.split('/', 2) as [FileFolder, string?]
  if (name !== `${folder}/${file}` || !Object.hasOwn(PLACES, folder)) return undefined
  if (!PLACES[folder].test(file) || !files[folder].includes(file)) return undefined
  const digest = contents?.[folder][file]
  if (contents && digest?.bytes !== size) return undefined
  return size <= MAX_FILE_BYTES ? { digest } : undefined
}

/** Maximum unpacked size of an archive with this manifest, bytes. */
function sizeOf({ bytes, files, contents }: Manifest): number {
  const sizes = [...Object.entries(files)].flatMap(([folder, names]) =>
    names.map((name) => contents?.[folder as FileFolder][name]?.bytes ?? MAX_FILE_BYTES),
  )
  return sizes.reduce((sum, size) => sum + size + TAR_BYTES, bytes + 4 * TAR_BYTES)
}

/** Stream that fails beyond the allowed size: a small file can unpack to any size. */
function measuring(most: number) {
  let allowed = most
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > allowed) done(new Unusable(fault('archive_too_big_unpacked')))
      else done(null, chunk)
    },
  })
  return { stream, allow: (now: number) => void (allowed = Math.max(allowed, now)) }
}

async function save(entry: AsyncIterable<unknown>, file: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  let bytes = 0
  const digest = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(entry, digest, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  syncFile(file)
  return { bytes, sha256: hash.digest('hex') }
}

async function readManifest(entry: AsyncIterable<unknown>, size: number): Promise<Manifest> {
  if (size > MAX_MANIFEST_BYTES) throw new Unusable(NOT_OURS)
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part as Buffer)
  try {
    return Manifest.parse(JSON.parse(Buffer.concat(parts).toString('utf8')))
  } catch {
    throw new Unusable(NOT_OURS)
  }
}

const isComplete = ({ files }: Manifest, found: ReadonlySet<string>): boolean =>
  files.attachments.every((name) => found.has(`attachments/${name}`)) &&
  files.recordings.every((name) => found.has(`recordings/${name}`))
