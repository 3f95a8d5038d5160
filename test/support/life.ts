import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { type Call, createClient } from '#contracts/client.ts'
import { createSignInLink } from '#contracts/session.ts'
import { readRunning } from '../../server/db/lock.ts'
import { KEY } from './server.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The server from source, and the one that ships. */
export const SOURCE = path.join(root, 'server/main.ts')
export const BUILT = path.join(root, 'dist/server/main.js')

/** One life of a real server process. */
export interface Life {
  readonly url: string
  readonly child: ChildProcess
  /** The typed client as the owner. */
  readonly call: Call
  /** A fresh one-time sign-in link for a browser. */
  signInLink(): Promise<string>
  /** Sends a signal; resolves to the exit code once the process is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

interface Birth {
  readonly dataDir: string
  readonly main?: string
  readonly port?: number
  /** Settings beside the usual ones. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a server process on a data folder; it is gone when the test is. */
export async function live({ dataDir, main = SOURCE, port = 0, env = {} }: Birth): Promise<Life> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: String(port),
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'json',
      PARLEY_LIMITS_SCALE: '10000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout!)) {
    const { url } = JSON.parse(line) as { url: string }
    return {
      url,
      child,
      call: createClient({ origin: url, headers: { authorization: `Bearer ${KEY}` } }),
      async signInLink() {
        const { control } = readRunning(dataDir)!
        return (await createClient({ origin: url })(createSignInLink, { body: { control } })).url
      },
      end(signal) {
        child.kill(signal)
        return exited
      },
    }
  }
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
