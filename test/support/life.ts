import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { createSignInLink } from '#contracts/sessions.ts'
import { readRunning } from '../../server/db/lock.ts'
import type { Desk } from './desk.ts'
import { clientsOf, KEY } from './server.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The server from source, and the one that ships. */
export const SOURCE = path.join(root, 'server/main.ts')
export const BUILT = path.join(root, 'dist/server/main.js')

/** One life of a real server process. */
export interface Life extends Desk {
  readonly child: ChildProcess
  /** Sends a signal; resolves to the exit code once the process is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

interface Birth {
  readonly dataDir: string
  readonly main?: string
  readonly port?: number
  /** Settings beside the usual ones. */
  readonly env?: Readonly<Record<string, string>>
  /** File that its log is written to. */
  readonly log?: string
}

/** Data folders as first starts of the server that ships have left them: a first start takes several times as long. */
const FIRST_STARTS = path.join(root, 'node_modules/.cache/first-starts')

const firstStart = (env: Birth['env']) =>
  path.join(FIRST_STARTS, env?.['PARLEY_DEMO'] ? 'demo' : 'plain')

/** Makes those folders anew. */
export async function makeFirstStarts(): Promise<void> {
  rmSync(FIRST_STARTS, { recursive: true, force: true })
  for (const env of [{}, { PARLEY_DEMO: '1' }]) {
    const dataDir = firstStart(env)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const { child, exited, ready } = begin({ dataDir, main: BUILT, env })
    await ready
    child.kill('SIGTERM')
    await exited
  }
}

/** Makes a data folder what it is after a first start. */
export function copyFirstStart(dataDir: string, env: Birth['env'] = {}): void {
  cpSync(firstStart(env), dataDir, { recursive: true, preserveTimestamps: true })
}

/** Starts a server process on a data folder, where nothing is as after a first start; it is gone when the test is. */
export async function live(birth: Birth): Promise<Life> {
  const { dataDir, main, env } = birth
  if (main === BUILT && readdirSync(dataDir).length === 0) copyFirstStart(dataDir, env)
  const { child, exited, ready } = begin(birth)
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await ready
  const clients = clientsOf(url)
  return {
    ...clients,
    child,
    async signInLink() {
      const { control } = readRunning(dataDir)!
      return (await clients.as()(createSignInLink, { body: { control } })).url
    },
    end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

/** Begins the life of a server process; `ready` resolves to its address once it serves. */
function begin({ dataDir, main = SOURCE, port = 0, env = {}, log }: Birth) {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: String(port),
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'json',
      PARLEY_LIMITS_SCALE: '10000',
      // What has been compiled once need not be by the next life.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/lives'),
      ...env,
    },
    stdio: ['ignore', 'pipe', log === undefined ? 'ignore' : openSync(log, 'a')],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, exited, ready: addressIn(child.stdout!) }
}

/** The address that a server writes first. */
async function addressIn(log: Readable): Promise<string> {
  for await (const line of createInterface(log)) return (JSON.parse(line) as { url: string }).url
  throw new Error('The server left before it was ready')
}

/** A port that is free now, for a server that must come back to the same one. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
