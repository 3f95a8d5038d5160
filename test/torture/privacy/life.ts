import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { type Call, createClient } from '#contracts/client.ts'
import { signedIn } from '../../support/operators.ts'
import { fetchAs, KEY } from '../../support/server.ts'
import type { Birth } from './child.ts'

/** Name of a process's log, in the data folder. */
export const LOG = 'server.log'

/** A server process, from its start to its death. */
export interface Life {
  readonly url: string
  /** The typed client as the owner, with the API key. */
  readonly call: Call
  /** Plain HTTP as the owner. */
  readonly fetch: (target: string, init?: RequestInit) => Promise<Response>
  /** The same as someone else, or anonymously. */
  readonly as: (headers?: Record<string, string>) => Call
  /** The same in the desk. */
  readonly desk: Call
  stop(): Promise<void>
}

/** Starts a process. */
export async function begin(birth: Birth): Promise<Life> {
  const log = openSync(path.join(birth.dataDir, LOG), 'a')
  const child = fork(path.join(import.meta.dirname, 'child.ts'), [JSON.stringify(birth)], {
    env: {
      ...process.env,
      PARLEY_PORT: '0',
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'json',
      PARLEY_LIMITS_SCALE: '1000000',
    },
    stdio: ['ignore', 'ignore', log, 'ipc'],
  })
  closeSync(log)
  const [ready] = (await once(child, 'message')) as [{ url: string; link: string }]
  const { url } = ready
  const as = (headers: Record<string, string> = {}) => createClient({ origin: url, headers })
  return {
    url,
    call: as({ authorization: `Bearer ${KEY}` }),
    fetch: fetchAs({ url }, KEY),
    as,
    desk: (await signedIn({ url, as }, ready.link)).call,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
