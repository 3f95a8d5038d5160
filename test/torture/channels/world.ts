import path from 'node:path'
import Database from 'better-sqlite3'
import { ApiError } from '#contracts/client.ts'
import { begin, type Life } from '../campaigns/life.ts'

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

/** Longest wait for a condition, ms of this machine. */
const PATIENCE = 120_000

interface WorldOptions {
  readonly folder: string
  readonly random: () => number
  readonly env: Readonly<Record<string, string>>
}

/** Starts the server; whoever uses it repeats what failed because it died, as clients do. */
export async function createWorld({ folder, random, env }: WorldOptions) {
  let life: Life = await begin(folder, Date.parse('2026-03-02T09:00:00Z'), env)
  let kills = 0
  let rising: Promise<void> | undefined
  const db = new Database(path.join(folder, 'parley.db'), { readonly: true })

  /** Starts it again, once for everybody who notices. */
  function rise(dead: Life): Promise<void> {
    if (life !== dead) return rising ?? Promise.resolve()
    rising ??= (async () => {
      await dead.kill()
      kills += 1
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
        return await work(alive)
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) throw error
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
    now: () => life.now(),
    /** Kills the server now, or has it die at one of those moments. */
    async strike(): Promise<void> {
      const alive = life
      if (random() < 0.4) return rise(alive)
      const crashOn = DEADLY[Math.floor(random() * DEADLY.length)]!
      if (!(await alive.order({ crashOn }))) await rise(alive)
    },
    /** Lets time pass until something holds; false if it never does. */
    async until(holds: () => boolean, step = 1000): Promise<boolean> {
      const end = Date.now() + PATIENCE
      while (!holds()) {
        if (Date.now() > end) return false
        await advance(step)
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
