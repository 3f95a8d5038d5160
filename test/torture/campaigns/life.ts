import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Call, createClient } from '#contracts/client.ts'
import type { Orders, Report } from './child.ts'

const KEY = '1|key-of-the-torture'

/** A server process, from its start to its death. */
export interface Life {
  /** Address that it serves. */
  readonly url: string
  /** The typed client as the owner. */
  readonly call: Call
  /** Time of its clock, ms since 1970; after its death, the last one it reported. */
  now(): number
  /** Sends a command; resolves to false when the process died from it. */
  order(orders: Orders): Promise<boolean>
  kill(): Promise<void>
}

/** Starts a server process on a folder at a given time. */
export async function begin(
  folder: string,
  start: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Life> {
  const child = fork(path.join(import.meta.dirname, 'child.ts'), [folder, String(start)], {
    env: {
      ...process.env,
      PARLEY_PORT: '0',
      PARLEY_API_KEY: KEY,
      PARLEY_LOG: 'silent',
      PARLEY_LIMITS_SCALE: '1000000',
      NODE_COMPILE_CACHE: path.join(folder, '../compiled'),
      ...env,
    },
  })
  let now = start
  const exited = once(child, 'exit').then((): undefined => undefined)
  let done = Promise.withResolvers<Report>()
  child.on('message', (report: Report) => {
    now = report.now
    if (report.isDone) done.resolve(report)
  })
  const first = await Promise.race([done.promise, exited])
  if (!first) throw new Error('The server left before it was ready')
  return {
    url: first.url!,
    call: createClient({ origin: first.url!, headers: { authorization: `Bearer ${KEY}` } }),
    now: () => now,
    async order(orders) {
      done = Promise.withResolvers<Report>()
      if (child.connected) child.send(orders, () => undefined)
      return (await Promise.race([done.promise, exited])) !== undefined
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
