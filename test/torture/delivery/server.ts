import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEY } from '../../support/server.ts'

/** A real server process with its own folder and port, which can be killed and comes back. */
export interface MortalServer {
  readonly url: string
  /** Kills it without warning and restarts it after a while. */
  kill(ms: number): Promise<void>
  /** Suspends it with its sockets open, or resumes it. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

const MAIN = path.resolve(import.meta.dirname, '../../../server/main.ts')

/** Starts a server that comes back to the same port and folder. */
export async function startMortalServer(folder: string): Promise<MortalServer> {
  const port = await quietPort()
  let child = await begin()

  async function begin(): Promise<ChildProcess> {
    const born = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        PARLEY_DATA_DIR: folder,
        PARLEY_PORT: String(port),
        PARLEY_API_KEY: KEY,
        PARLEY_LOG: 'json',
        PARLEY_LIMITS_SCALE: '10000',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    for await (const _ of createInterface(born.stdout!)) {
      born.stdout!.resume()
      return born
    }
    throw new Error('The server left before it was ready')
  }

  async function end(): Promise<void> {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async kill(ms) {
      await end()
      await sleep(ms)
      child = await begin()
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: end,
  }
}

/**
 * A free port below the ephemeral range, from which the system could otherwise take it for an outgoing
 * connection while the server is down.
 */
async function quietPort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 5000); ; port += 1) {
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise((resolve) => (isFree ? probe.close(resolve) : resolve(undefined)))
    if (isFree) return port
  }
}
