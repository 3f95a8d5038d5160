import { createWriteStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { syncFile } from '../../../durable.ts'
import { FaultError } from '../../../errors.ts'
import { ATTACHMENT_KEY } from '../../../providers/files/attachments.ts'
import { RECORDING_NAME } from '../../../providers/voice/recordings.ts'
import { decryption, WrongPassphrase } from './cipher.ts'
import { DATABASE, MANIFEST, MAX_MANIFEST_BYTES, Manifest } from './manifest.ts'

/** A file cannot be restored; the fault is for the owner. */
export class Unusable extends FaultError<ReasonCode> {
  override readonly name = 'Unusable'
}

/** Largest file beside the database. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const NOT_OURS = fault('archive_foreign')

/** Destination of each kind of file; any other name is refused, so that nothing can be written elsewhere. */
const PLACES: readonly { readonly begin: string; readonly name: RegExp }[] = [
  { begin: 'attachments/', name: ATTACHMENT_KEY },
  { begin: 'recordings/', name: RECORDING_NAME },
]

/**
 * Unpacks an exported file into an empty folder, and gives what it says of itself. Nothing of it may be used if this fails.
 * @throws Unusable with the reason.
 */
export async function unpackAll(
  from: Readable,
  passphrase: string | undefined,
  into: string,
): Promise<Manifest> {
  const tar = extract()
  const found = new Set<string>()
  let manifest: Manifest | undefined

  async function sort(): Promise<void> {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file' || found.has(name)) throw new Unusable(NOT_OURS)
      found.add(name)
      if (name === MANIFEST) manifest = await readManifest(entry, size)
      else if (manifest && isKnown(name, size, manifest)) await save(entry, path.join(into, name))
      else throw new Unusable(NOT_OURS)
    }
  }

  const ends = await Promise.allSettled([
    pipeline(from, decryption(passphrase), createGunzip(), tar),
    sort().catch((error: unknown) => {
      tar.destroy(error as Error)
      throw error
    }),
  ])
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
  // What breaks the stream comes first; who reads from it sees only that nothing more comes.
  const [broken] = errors
  if (broken !== undefined)
    throw errors.find((error) => error instanceof Unusable) ?? new Unusable(reasonOf(broken))
  if (!manifest || !found.has(DATABASE) || !isComplete(manifest, found))
    throw new Unusable(fault('archive_incomplete'))
  return manifest
}

function reasonOf(error: unknown): Fault<ReasonCode> {
  if (error instanceof WrongPassphrase) return error.fault
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return fault('disk_full')
  if (code === 'ENOENT' || code === 'EISDIR') return fault('archive_missing')
  return NOT_OURS
}

/** Allowed names and sizes of files, so that an undeclared file cannot fill the disk. */
const isKnown = (name: string, size: number, { bytes }: Manifest): boolean =>
  (name === DATABASE && size === bytes) ||
  (size <= MAX_FILE_BYTES &&
    PLACES.some(
      (place) => name.startsWith(place.begin) && place.name.test(name.slice(place.begin.length)),
    ))

async function save(entry: AsyncIterable<unknown>, file: string): Promise<void> {
  await pipeline(entry, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  syncFile(file)
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
