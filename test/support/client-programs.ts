import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Outside } from '../../server/context.ts'
import { KEY } from './server.ts'

/** A world in which a minute lasts a second: a simulated call is over before anybody gets tired of asking. */
export function fastWorld(): Partial<Outside> {
  const FASTER = 60
  const begun = performance.now()
  const start = Date.now()
  return {
    now: () => new Date(start + (performance.now() - begun) * FASTER),
    sleep: async (ms, signal) => {
      await delay(ms / FASTER, undefined, signal ? { signal } : {})
    },
  }
}

/** Runs a program of `test/clients` as somebody's program: it is told an address and a key. */
export async function runClient(program: string, base: string, ...more: string[]) {
  const file = path.resolve(import.meta.dirname, '../clients', program)
  const child = spawn(process.execPath, [file, base, KEY, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exited, out, err }
}
