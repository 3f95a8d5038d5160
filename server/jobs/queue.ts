import type { JobKind, JobPayload } from '#contracts/jobs.ts'
import type { Db } from '../db/open.ts'

/** A piece of work that survives a crash, as it is stored: the worker parses it. */
export interface JobRow {
  readonly id: number
  readonly kind: string
  /** JSON. */
  readonly payload: string
  readonly lane: string | null
  readonly attempts: number
}

interface NewJob<kind extends JobKind> {
  readonly kind: kind
  readonly payload: JobPayload<kind>
  /** Jobs of one lane run one after another, in the order they were added. */
  readonly lane?: string
  readonly runAt?: Date
}

export type JobQueue = ReturnType<typeof createJobQueue>

/** The jobs table: add in the transaction of the change that asks for the work; the worker takes what is due. */
export function createJobQueue(db: Db, now: () => Date) {
  const insert = db.prepare<[string, string, string | null, number, number]>(
    'INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const take = db.prepare<[number], JobRow>(`
    UPDATE jobs SET status = 'running', attempts = attempts + 1
    WHERE id = (
      SELECT id FROM jobs AS due
      WHERE status = 'waiting' AND run_at <= ?
        AND (lane IS NULL OR NOT EXISTS (
          SELECT 1 FROM jobs AS other
          WHERE other.lane = due.lane AND (other.status = 'running' OR (other.status = 'waiting' AND other.id < due.id))
        ))
      ORDER BY run_at, id LIMIT 1
    )
    RETURNING id, kind, payload, lane, attempts
  `)
  const nextAt = db
    .prepare<[], number | null>("SELECT min(run_at) FROM jobs WHERE status = 'waiting'")
    .pluck()
  const finish = db.prepare<[number]>('DELETE FROM jobs WHERE id = ?')
  const retry = db.prepare<[number, string, number]>(
    "UPDATE jobs SET status = 'waiting', run_at = ?, last_error = ? WHERE id = ?",
  )
  const postpone = db.prepare<[number, number]>(
    "UPDATE jobs SET status = 'waiting', run_at = ?, attempts = 0, last_error = NULL WHERE id = ?",
  )
  const bury = db.prepare<[string, number]>(
    "UPDATE jobs SET status = 'dead', last_error = ? WHERE id = ?",
  )
  const inLane = db.prepare<[string], number>('SELECT id FROM jobs WHERE lane = ?').pluck()
  const lastIn = db
    .prepare<[string], number | null>(
      "SELECT max(id) FROM jobs WHERE lane = ? AND status <> 'dead'",
    )
    .pluck()
  const withPayload = db
    .prepare<[string, number], number>('SELECT id FROM jobs WHERE payload ->> ? = ?')
    .pluck()
  const release = db.prepare("UPDATE jobs SET status = 'waiting' WHERE status = 'running'")
  const living = db
    .prepare<[string], number>("SELECT count(*) FROM jobs WHERE kind = ? AND status <> 'dead'")
    .pluck()
  const waiting = db
    .prepare<[string], number>("SELECT 1 FROM jobs WHERE kind = ? AND status = 'waiting' LIMIT 1")
    .pluck()
  let isClosed = false
  const added = new Set<() => void>()
  const ended = new Map<number, Set<() => void>>()

  function settle(id: number): void {
    for (const listener of ended.get(id) ?? []) listener()
    ended.delete(id)
  }

  function end(id: number): void {
    finish.run(id)
    settle(id)
  }

  return {
    add<kind extends JobKind>({ kind, payload, lane, runAt = now() }: NewJob<kind>): number {
      const row = insert.run(
        kind,
        JSON.stringify(payload),
        lane ?? null,
        runAt.getTime(),
        now().getTime(),
      )
      for (const listener of added) listener()
      return Number(row.lastInsertRowid)
    },
    /** Takes the next job that is due, if there is one. */
    take: () => take.get(now().getTime()),
    /** When the next waiting job is due, in ms since 1970. */
    nextAt: () => nextAt.get() ?? undefined,
    finish: end,
    retry: (id: number, at: Date, error: string) => retry.run(at.getTime(), error, id),
    /** Lets a job wait for its next run, which it has planned itself. */
    postpone: (id: number, at: Date) => postpone.run(at.getTime(), id),
    /** Gives a job up; it stays to be looked at. */
    bury(id: number, error: string) {
      bury.run(error, id)
      settle(id)
    },
    /** The job that was added to a lane last, while it waits or runs. */
    lastIn: (lane: string) => lastIn.get(lane) ?? undefined,
    /** Forgets the jobs of a lane; one that runs comes to its end, and whoever waits for it is let go. */
    forgetLane(lane: string): void {
      for (const id of inLane.all(lane)) end(id)
    },
    /** The same for jobs whose payload has this number. */
    forgetWith(name: string, value: number): void {
      for (const id of withPayload.all(`$.${name}`, value)) end(id)
    },
    /** Puts back what a process that is gone had taken. */
    release: () => release.run().changes,
    /** How many jobs of a kind wait or run. */
    count: (kind: JobKind) => living.get(kind) ?? 0,
    /** Whether a job of a kind waits; one that runs may be past what it is wanted for. */
    isWaiting: (kind: JobKind) => waiting.get(kind) !== undefined,
    /** Resolves once a job has ended, well or not. */
    ended: (id: number): Promise<void> =>
      new Promise((resolve) => {
        if (isClosed) return resolve()
        const listeners = ended.get(id) ?? new Set()
        ended.set(id, listeners.add(resolve))
      }),
    /** Nothing ends any more: whoever waits is let go. */
    close(): void {
      isClosed = true
      for (const id of [...ended.keys()]) settle(id)
    },
    /** The database may have asked for something itself: looks at once instead of within half a minute. */
    wake(): void {
      for (const listener of added) listener()
    },
    onAdded(listener: () => void): () => void {
      added.add(listener)
      return () => added.delete(listener)
    },
  }
}
