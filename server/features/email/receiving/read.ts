import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Context } from '../../../context.ts'
import type { IncomingEmail } from './incoming.ts'
import { parseEmail } from './parse.ts'

/** Next to this file, in source and in the build. */
const WORKER = path.join(import.meta.dirname, `email-worker${path.extname(import.meta.filename)}`)

/** Size up to which an email is read at once, bytes: that takes some milliseconds, whatever is in it. */
const SMALL_BYTES = 32 * 1024

/** Time and memory for reading a larger one. */
const WORKER_MS = 20_000
const WORKER_MEMORY_MB = 256

/**
 * Reads an email; a large one in its own thread, which is terminated if it takes too much time or memory.
 * @throws Error if it cannot be read
 */
export async function readEmail(
  { sleep }: Pick<Context, 'sleep'>,
  raw: Uint8Array,
): Promise<IncomingEmail> {
  if (raw.byteLength <= SMALL_BYTES) return parseEmail(raw)
  const worker = new Worker(WORKER, {
    workerData: raw,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
  })
  const ended = new AbortController()
  const late = async () => {
    await sleep(WORKER_MS, ended.signal)
    throw new Error('reading it takes too long')
  }
  try {
    return await Promise.race([
      new Promise<IncomingEmail>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('its thread broke off')))
      }),
      late(),
    ])
  } finally {
    ended.abort()
    await worker.terminate()
  }
}

/**
 * Reads only the headers of an email that is too large.
 * @throws Error if they cannot be read
 */
export function readHead(raw: Uint8Array): Promise<IncomingEmail> {
  const end = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).indexOf('\r\n\r\n')
  return parseEmail(raw.subarray(0, Math.min(end === -1 ? raw.byteLength : end + 4, SMALL_BYTES)))
}
