import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createSignInLink } from '#contracts/sessions.ts'
import { readRunning } from '../../server/db/lock.ts'
import type { Desk } from './desk.ts'
import { clientsOf } from './server.ts'
import { BUILT, type ProcessOptions, startProcess } from './server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A real server process, from its start to its exit. */
export interface Life extends Desk {
  readonly child: ChildProcess
  /** Sends a signal; resolves to the exit code once the process has exited. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Data folders as left by the shipped server's first start, which takes several times as long as copying one. */
const FIRST_STARTS = path.join(root, 'node_modules/.cache/first-starts')

const firstStart = (env: ProcessOptions['env']) =>
  path.join(FIRST_STARTS, env?.['PARLEY_DEMO'] ? 'demo' : 'plain')

/** Recreates those folders. */
export async function makeFirstStarts(): Promise<void> {
  rmSync(FIRST_STARTS, { recursive: true, force: true })
  for (const env of [{}, { PARLEY_DEMO: '1' }]) {
    const dataDir = firstStart(env)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const { child, exited, ready } = startProcess({ dataDir, main: BUILT, env })
    await ready
    child.kill('SIGTERM')
    await exited
  }
}

/** Fills a data folder as a first start would. */
export function copyFirstStart(dataDir: string, env: ProcessOptions['env'] = {}): void {
  cpSync(firstStart(env), dataDir, { recursive: true, preserveTimestamps: true })
}

/** Starts a server process on a data folder, filling an empty one as a first start would; it is ended with the test. */
export async function live(birth: ProcessOptions): Promise<Life> {
  const { dataDir, main, env } = birth
  if (main === BUILT && readdirSync(dataDir).length === 0) copyFirstStart(dataDir, env)
  const { child, exited, ready } = startProcess(birth)
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

/** A currently free port, for a server that must come back to the same one. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
