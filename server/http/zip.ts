import { setImmediate } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { sent } from './export.ts'

/** One file of an archive: a text, which is compressed, or bytes, which are stored as they are. */
export interface ZipEntry {
  readonly name: string
  readonly content: string | AsyncIterable<Uint8Array>
}

interface ZipOf {
  /** Name of the archive, without extension. */
  readonly name: string
  /** Modification time of every entry. */
  readonly at: Date
  /** The next entry is requested after the previous one has been sent. */
  readonly entries: Iterable<ZipEntry>
}

/** Amount of text to compress before yielding to others, bytes. */
const SLICE_BYTES = 64 * 1024

const EMPTY = new Uint8Array()

/**
 * Streams files as one ZIP. Applies backpressure, yields to other requests, and stops when the client disconnects; an
 * error on the way cuts the connection, so that a partial archive never looks complete.
 */
export async function sendZip(
  { req, res }: { readonly req: Request; readonly res: Response },
  { name, at, entries }: ZipOf,
): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}.zip"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  if (req.method === 'HEAD') {
    res.end()
    return
  }
  const packed: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    packed.push(part)
  })
  const flush = async () => {
    const isThere = await sent(res, Buffer.concat(packed.splice(0)))
    await setImmediate()
    return isThere
  }
  for (const { name: fileName, content } of entries) {
    const isText = typeof content === 'string'
    const file = isText ? new ZipDeflate(fileName) : new ZipPassThrough(fileName)
    file.mtime = at
    zip.add(file)
    for await (const bytes of isText ? slicesOf(content) : content) {
      file.push(bytes)
      if (!(await flush())) return
    }
    file.push(EMPTY, true)
  }
  zip.end()
  await flush()
  res.end()
}

function* slicesOf(text: string): Generator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += SLICE_BYTES)
    yield bytes.subarray(from, from + SLICE_BYTES)
}
