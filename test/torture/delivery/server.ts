import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEY } from '../../support/server.ts'

/** A real server process on a folder and a port of its own, that can be killed and comes back. */
export interface MortalServer {
  readonly url: string
  /** Kills it without a warning and starts it again after a while. */
  kill(ms: number): Promise<void>
  /** Lets it stand still, with its sockets open, or go on. */
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

/** A free port below those that systems give to outgoing connections, which could take it while the server is away. */
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
