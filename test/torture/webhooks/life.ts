import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, createClient } from '#contracts/client.ts'
import type { Birth } from './child.ts'

const KEY = '1|key-of-the-torture'

/** A server process, from its start to its death. */
export interface Life {
  /** The typed client as the owner; undefined when it died before it was ready. */
  readonly call: Call | undefined
  /** Waits briefly for the process to die by itself; true when it has. */
  hasDied(): Promise<boolean>
  /** Kills it if it is alive, and waits until it has gone. */
  kill(): Promise<void>
}

/** Starts a process; `onBorn` receives a way to end it before anything can have happened. */
export async function begin(birth: Birth, onBorn: (kill: () => void) => void = () => undefined) {
  const child = fork(path.join(import.meta.dirname, 'child.ts'), [JSON.stringify(birth)], {
    env: {
      ...process.env,
      PARLEY_PORT: '0',
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'silent',
      PARLEY_LIMITS_SCALE: '1000000',
      // Compiled code is reused by later processes.
      NODE_COMPILE_CACHE: path.join(birth.folder, '../compiled'),
    },
  })
  const exited = once(child, 'exit')
  onBorn(() => child.kill('SIGKILL'))
  const first = await Promise.race([once(child, 'message'), exited.then(() => undefined)])
  const ready = first?.[0] as { url: string } | undefined
  const life: Life = {
    call: ready && createClient({ origin: ready.url, headers: { authorization: `Bearer ${KEY}` } }),
    hasDied: () => Promise.race([exited.then(() => true), sleep(8000, false, { ref: false })]),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
  return life
}
