import path from 'node:path'
import Database from 'better-sqlite3'
import { ApiError } from '#contracts/client.ts'
import { freePort } from '../../support/life.ts'
import { begin, type Life } from '../campaigns/life.ts'
import type { Journal } from './journal.ts'

/** A server that is killed and started again, and its database. */
export type World = Awaited<ReturnType<typeof createWorld>>

/** Moments in a transaction at which the server may be killed. */
const DEADLY = [
  'BEFORE INSERT ON main.messages',
  'AFTER INSERT ON main.messages',
  'BEFORE INSERT ON main.emails',
  'BEFORE UPDATE ON main.emails',
  'AFTER UPDATE ON main.emails',
  'BEFORE INSERT ON main.messenger_messages',
  'BEFORE UPDATE ON main.messenger_messages',
  'BEFORE INSERT ON main.received_emails',
  'BEFORE DELETE ON main.jobs',
] as const

/** Address that services report to; requests reach the server at its own. */
export const PUBLIC_URL = 'https://parley.example'

/** Longest wait for a condition, ms of the server's clock: however slow this machine is, the last attempt at an email is after eight hours. */
const PATIENCE = 12 * 3_600_000

/** Longest step of a wait, ms. */
const LONGEST_STEP = 60_000

interface WorldOptions {
  readonly folder: string
  readonly random: () => number
  readonly env: Readonly<Record<string, string>>
  readonly journal: Journal
}

/** Starts the server; whoever uses it repeats what failed because it died, as clients do. */
export async function createWorld({ folder, random, journal, ...options }: WorldOptions) {
  const start = Date.parse('2026-03-02T09:00:00Z')
  // A server with a public address takes no key from its environment, unless it knows it.
  const first = await begin(folder, start, options.env)
  await first.kill()
  const env = {
    ...options.env,
    PARLEY_API_KEY: '',
    PARLEY_PUBLIC_URL: PUBLIC_URL,
    // Services report to the address that they know, whichever life it is.
    PARLEY_PORT: String(await freePort()),
  }
  let life: Life = await begin(folder, start, env)
  let kills = 0
  /** Place at which the current server will be killed; undefined if none is planned. */
  let place: string | undefined
  let rising: Promise<void> | undefined
  /** Errors of a server that was alive. */
  const faults: string[] = []
  const db = new Database(path.join(folder, 'parley.db'), { readonly: true })

  /** Starts it again, once for everybody who notices. */
  function rise(dead: Life): Promise<void> {
    if (life !== dead) return rising ?? Promise.resolve()
    rising ??= (async () => {
      await dead.kill()
      kills += 1
      journal.note(`life ${kills} ended ${place ?? 'at once'}, at ${iso(dead)}`, '')
      place = undefined
      life = await begin(folder, dead.now() + 1000, env)
      rising = undefined
    })()
    return rising
  }

  /** Repeats work until it succeeds; it must be idempotent. */
  async function insist<result>(work: (alive: Life) => Promise<result>): Promise<result> {
    for (;;) {
      const alive = life
      try {
        const result = await work(alive)
        journal.note(`done in life ${kills + 1}, at ${iso(alive)}`)
        return result
      } catch (error) {
        journal.note(`refused in life ${kills + 1}: ${error}`)
        if (error instanceof ApiError && error.status < 500) throw error
        // It was alive, and nothing had struck it.
        if (place === undefined && life === alive && !rising && (await alive.order({ advance: 0 })))
          faults.push(`${error}`)
        await rise(alive)
      }
    }
  }

  /** Advances the server's clock, ms. */
  async function advance(ms: number): Promise<void> {
    const alive = life
    if (!(await alive.order({ advance: ms }))) await rise(alive)
  }

  return {
    db,
    insist,
    advance,
    kills: () => kills,
    faults,
    now: () => life.now(),
    /** Kills the server now, or has it die at one of those moments. */
    async strike(): Promise<void> {
      const alive = life
      if (random() < 0.4) return rise(alive)
      const crashOn = DEADLY[Math.floor(random() * DEADLY.length)]!
      place = crashOn
      journal.note(`life ${kills + 1} is to end ${crashOn}`, '')
      if (!(await alive.order({ crashOn }))) await rise(alive)
    },
    /** Lets time pass until something holds; false if it never does. */
    async until(holds: () => boolean, step = 1000): Promise<boolean> {
      const end = life.now() + PATIENCE
      let next = step
      while (!holds()) {
        if (life.now() > end) {
          journal.note('gave up waiting', '')
          return false
        }
        await advance(next)
        next = Math.min(next * 1.02, Math.max(step, LONGEST_STEP))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return true
    },
    async stop(): Promise<void> {
      db.close()
      await life.kill()
    },
  }
}

const iso = (life: Life): string => new Date(life.now()).toISOString()
