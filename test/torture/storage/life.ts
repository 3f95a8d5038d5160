import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type Call, createClient } from '#contracts/client.ts'

const KEY = '1|key-of-the-torture'
/** The built server, which users start. */
const MAIN = path.resolve(import.meta.dirname, '../../../dist/server/main.js')

/** Folder and command line of a server process. */
interface Birth {
  readonly folder: string
  /** Arguments after the program: `--restore newest`. */
  readonly args?: readonly string[]
  /** A program that wraps the server, and its arguments. */
  readonly under?: readonly string[]
}

/** Exit of a process. */
export interface Leaving {
  readonly code: number | null
  /** Output on both streams. */
  readonly said: string
  /** Since its start, ms. */
  readonly ms: number
}

/** A server process that serves. */
export interface Life {
  readonly url: string
  readonly pid: number
  /** From its start until it served, ms. */
  readonly readyMs: number
  /** The typed client as the owner. */
  readonly call: Call
  /** The same for the holder of a token. */
  as(token: string): Call
  /** Sends a signal and waits until it has exited. */
  end(signal: NodeJS.Signals): Promise<Leaving>
}

/** A real server process on a real folder, which may exit before it serves. */
export interface Process {
  /** Undefined when it exited instead. */
  readonly ready: Promise<Life | undefined>
  readonly left: Promise<Leaving>
  /** Ends it and its wrapper, ready or not. */
  kill(): void
}

/** Starts a process. */
export function beginProcess({ folder, args = [], under = [] }: Birth): Process {
  const begun = performance.now()
  const [program, ...rest] = [...under, process.execPath, MAIN, ...args] as [string, ...string[]]
  const child = spawn(program, rest, {
    // A separate process group, so that both can be ended at once.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PARLEY_DATA_DIR: folder,
      PARLEY_PORT: '0',
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'json',
      PARLEY_LIMITS_SCALE: '1000000',
      // Every write is a system call that a trace shows.
      UV_USE_IO_URING: '0',
      // Compiled code is reused by later processes.
      NODE_COMPILE_CACHE: path.join(path.dirname(folder), 'compiled'),
    },
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const left = once(child, 'exit').then(async ([code]) => ({
    code: code as number | null,
    ms: performance.now() - begun,
    said: (await said).join(''),
  }))
  const ready = addressIn(child.stdout).then((found): Life | undefined => {
    if (!found) return undefined
    const { url, pid } = found
    const as = (token: string) =>
      createClient({ origin: url, headers: { authorization: `Bearer ${token}` } })
    return {
      url,
      pid,
      readyMs: performance.now() - begun,
      call: as(KEY),
      as,
      end(signal) {
        process.kill(pid, signal)
        return left
      },
    }
  })
  return { ready, left, kill: () => endGroup(child.pid!) }
}

/** Starts a process that must become ready. */
export async function begin(birth: Birth): Promise<Life> {
  const born = beginProcess(birth)
  const life = await born.ready
  if (life) return life
  const { code, said } = await born.left
  throw new Error(`The server left with ${code} before it was ready: ${said}`)
}

async function addressIn(
  log: NodeJS.ReadableStream,
): Promise<{ url: string; pid: number } | undefined> {
  return new Promise((resolve) => {
    const lines = createInterface(log)
    lines.on('line', (line) => {
      if (line.includes('"url"')) resolve(JSON.parse(line) as { url: string; pid: number })
    })
    lines.once('close', () => resolve(undefined))
  })
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has exited by itself.
  }
}
