import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { isOwnLoopback } from '#contracts/loopback.ts'
import { bodyOf, TooLong } from './body.ts'
import type { UpdateProblem } from './desktop-api.ts'

/** Source of updates, with the public key of their signatures. */
export interface Feed {
  /** Folder URL with a trailing slash; nothing outside it is ever fetched. */
  readonly url: string
  readonly key: KeyObject
}

/** The part of `fetch` that updates use. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** Maximum size of a release description and of a signature, bytes. */
const MAX_DESCRIPTION_BYTES = 256_000
const MAX_SIGNATURE_BYTES = 200
const TIMEOUT_MS = 30_000

/** Reason why an update failed: a code for the operator, a sentence for the log. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError'
  readonly problem: UpdateProblem

  constructor(problem: UpdateProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Schema of a release description. File names are plain names: none leads out of the feed's folder. */
const Release = z.object({
  channel: z.string(),
  /** Increases with each signing, so that older descriptions are recognised. */
  sequence: z.int().positive(),
  signedAt: z.iso.datetime(),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,40})?$/),
  files: z
    .array(
      z.object({
        url: z.string().regex(/^\w[\w.-]{0,200}$/),
        sha512: z.string().regex(/^[\w+/]{86}==$/),
        size: z
          .int()
          .positive()
          .max(2 * 1024 ** 3),
      }),
    )
    .min(1)
    .max(20),
  releaseDate: z.iso.datetime(),
  releaseNotes: z.string().max(100_000),
  stagingPercentage: z.int().min(0).max(100).default(100),
})
export type Release = z.infer<typeof Release>

const Description = z.object({
  updates: z.object({ url: z.string(), key: z.string() }).optional(),
})

/**
 * The feed written into the app's package.json by packaging.
 * @throws if it is invalid
 */
export function feedOf(description: string): Feed | undefined {
  const { updates } = Description.parse(JSON.parse(description))
  if (!updates) return undefined
  const key = createPublicKey({
    key: Buffer.from(updates.key, 'base64'),
    format: 'der',
    type: 'spki',
  })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of updates is not Ed25519')
  return { url: feedAddress(updates.url), key }
}

/**
 * The URL of a feed's folder: https, or this machine.
 * @throws if it is anything else
 */
export function feedAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isOwnLoopback(url.hostname))
  if (!url || !isSafe || url.username || url.password || url.search || url.hash)
    throw new Error(`The address of updates has to be https://… without a query, not ${text}`)
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

/**
 * File of the feed that describes the latest version for a platform, without `.yml`; the names are electron-updater's.
 */
export function channelOf(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'darwin') return 'latest-mac'
  if (platform === 'win32') return 'latest'
  return arch === 'x64' ? 'latest-linux' : `latest-linux-${arch}`
}

/** Fetches the description of the feed's latest version and verifies its signature. */
export async function readRelease(fetch: Fetch, feed: Feed, channel: string): Promise<Release> {
  const address = `${feed.url}${channel}.yml`
  const text = await read(fetch, address, MAX_DESCRIPTION_BYTES)
  const signature = await read(fetch, `${address}.sig`, MAX_SIGNATURE_BYTES).catch((error) => {
    // A feed that responds but has no signature is not unreachable: it is untrusted.
    throw error.cause === 404 ? new UpdateError('unsigned', error.message) : error
  })
  return openRelease(text, signature, feed.key, channel)
}

/** Verifies the signature over the exact bytes before parsing them. */
export function openRelease(
  text: Buffer,
  signature: Buffer,
  key: KeyObject,
  channel: string,
): Release {
  if (!verify(null, text, key, Buffer.from(signature.toString('latin1'), 'base64')))
    throw new UpdateError('unsigned', `${channel}.yml is not signed by Parley's key`)
  let release: Release
  try {
    release = Release.parse(JSON.parse(text.toString()))
  } catch (cause) {
    throw new UpdateError('unusable', `${channel}.yml says nothing that is understood`, { cause })
  }
  // A signature proves the author; only the name inside proves the purpose.
  if (release.channel !== channel)
    throw new UpdateError('unusable', `${channel}.yml was signed as ${release.channel}`)
  return release
}

async function read(fetch: Fetch, address: string, longest: number): Promise<Buffer> {
  try {
    const response = await fetch(address, {
      ...AS_IT_IS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new UpdateError('unreachable', `${address} answers ${response.status}`, {
        cause: response.status,
      })
    }
    return await bodyOf(response, longest)
  } catch (cause) {
    if (cause instanceof UpdateError) throw cause
    if (cause instanceof TooLong) throw new UpdateError('unusable', cause.message, { cause })
    throw new UpdateError('unreachable', `${address} cannot be read: ${cause}`, { cause })
  }
}

/** No redirects out of the feed, no stale caches, no cookies. */
export const AS_IT_IS = {
  redirect: 'error',
  cache: 'no-store',
  credentials: 'omit',
} as const satisfies RequestInit
