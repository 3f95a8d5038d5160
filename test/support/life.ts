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

/** One life of a real server process. */
export interface Life extends Desk {
  readonly child: ChildProcess
  /** Sends a signal; resolves to the exit code once the process is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Data folders as first starts of the server that ships have left them: a first start takes several times as long. */
const FIRST_STARTS = path.join(root, 'node_modules/.cache/first-starts')

const firstStart = (env: ProcessOptions['env']) =>
  path.join(FIRST_STARTS, env?.['PARLEY_DEMO'] ? 'demo' : 'plain')

/** Makes those folders anew. */
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

/** Makes a data folder what it is after a first start. */
export function copyFirstStart(dataDir: string, env: ProcessOptions['env'] = {}): void {
  cpSync(firstStart(env), dataDir, { recursive: true, preserveTimestamps: true })
}

/** Starts a server process on a data folder, where nothing is as after a first start; it is gone when the test is. */
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

/** A port that is free now, for a server that must come back to the same one. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
