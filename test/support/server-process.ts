import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { KEY } from './server.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The server from source, and the built one. */
const SOURCE = path.join(root, 'server/main.ts')
export const BUILT = path.join(root, 'dist/server/main.js')

export interface ProcessOptions {
  readonly dataDir: string
  readonly main?: string
  readonly port?: number
  /** Settings besides the usual ones. */
  readonly env?: Readonly<Record<string, string>>
  /** File that its log is written to. */
  readonly log?: string
}

/** Starts a server process; `ready` resolves to its address once it serves. */
export function startProcess({ dataDir, main = SOURCE, port = 0, env = {}, log }: ProcessOptions) {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: String(port),
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'json',
      PARLEY_LIMITS_SCALE: '10000',
      // Compiled code is reused by later processes.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/lives'),
      ...env,
    },
    stdio: ['ignore', 'pipe', log === undefined ? 'ignore' : openSync(log, 'a')],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, exited, ready: addressIn(child.stdout!) }
}

/** The address that a server prints first. */
async function addressIn(log: Readable): Promise<string> {
  for await (const line of createInterface(log)) {
    log.resume()
    return (JSON.parse(line) as { url: string }).url
  }
  throw new Error('The server left before it was ready')
}
