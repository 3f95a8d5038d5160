import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AS_IT_IS, type Fetch, UpdateError } from './update-feed.ts'

/** A package as described by the signed release. */
export interface ExpectedPackage {
  readonly address: string
  /** Base64. */
  readonly sha512: string
  /** Bytes. */
  readonly size: number
}

interface Needs {
  readonly fetch: Fetch
  /** Called with the progress, 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Timeout of a stalled connection, ms. */
const STALL_TIMEOUT_MS = 60_000

/** Downloads a package; rejects it if its size or checksum differs. */
export async function download(
  expected: ExpectedPackage,
  into: string,
  needs: Needs,
): Promise<void> {
  const { address, sha512, size } = expected
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Error('It gave nothing')), STALL_TIMEOUT_MS)
  try {
    const response = await needs.fetch(address, { ...AS_IT_IS, signal: patience.signal })
    if (!response.ok || !response.body) throw new Error(`It answers ${response.status}`)
    const hash = createHash('sha512')
    let length = 0
    await using file = await open(into, 'w', 0o600)
    for await (const chunk of response.body) {
      timer.refresh()
      length += chunk.length
      if (length > size) throw damaged(address, 'is longer than it was signed')
      hash.update(chunk)
      await file.write(chunk)
      needs.onProgress(length / size)
    }
    if (hash.digest('base64') !== sha512) throw damaged(address, 'is not what was signed')
  } catch (cause) {
    if (cause instanceof UpdateError) throw cause
    throw new UpdateError('unreachable', `${address} cannot be downloaded: ${cause}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Checksum of a file in the feed's format. */
export async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

const damaged = (address: string, what: string) => new UpdateError('damaged', `${address} ${what}`)
