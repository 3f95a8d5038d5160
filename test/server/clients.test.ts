import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Outside } from '../../server/context.ts'
import { KEY, startServer } from '../support/server.ts'

/** A world in which a minute lasts a second: a simulated call is over before anybody gets tired of asking. */
function fastWorld(): Partial<Outside> {
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
async function run(program: string, base: string) {
  const file = path.resolve(import.meta.dirname, '../clients', program)
  const child = spawn(process.execPath, [file, base, KEY], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exited, out, err }
}

test.each([
  [
    'strict.ts',
    ['signed in as', 'placed call', 'was answered: ', 'Assistant deleted successfully'],
  ],
  ['automation-node.ts', ['credentials are good', 'call 1: busy', 'Webhook disabled successfully']],
  ['requests-script.ts', ['Logged in as', 'Call 1 no-answer', '404 Assistant not found']],
])(
  '%s does its work against Parley by its address and a key alone',
  async (program, lines) => {
    const { url } = await startServer({ outside: fastWorld() })
    const { code, out, err } = await run(program, `${url}/api`)
    expect([err, code]).toEqual(['', 0])
    for (const line of lines) expect(out).toContain(line)
  },
  60_000,
)

test.each(['strict.ts', 'automation-node.ts', 'requests-script.ts'])(
  '%s fails where it is not let in',
  async (program) => {
    const { url } = await startServer()
    const { code } = await run(program, `${url}/api/nowhere`)
    expect(code).not.toBe(0)
  },
)
