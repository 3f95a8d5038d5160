import type { z } from 'zod'
import { type JobKind, type JobPayload, jobs as kinds } from '#contracts/jobs.ts'
import { oncePerDb } from '../db/once-per-db.ts'
import type { Db } from '../db/open.ts'
import type { Tx } from '../db/write.ts'

/** A durable job as stored; the worker parses its payload. */
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
  /** Jobs in one lane run one at a time, in the order they were added. */
  readonly lane?: string
  readonly runAt?: Date
}

export type JobQueue = ReturnType<typeof createJobQueue>

/** Jobs of one lane run one at a time, in order. */
const IS_FIRST_IN_LANE = `
  (lane IS NULL OR NOT EXISTS (
    SELECT 1 FROM jobs AS other
    WHERE other.lane = due.lane AND (other.status = 'running' OR (other.status = 'waiting' AND other.id < due.id))
  ))
`

const statements = oncePerDb((sql) => {
  const insert = sql.write<[string, string, string | null, number, number]>(
    'INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const take = sql.write<[number], JobRow>(`
    UPDATE jobs SET status = 'running', attempts = attempts + 1
    WHERE id = (
      SELECT id FROM jobs AS due
      WHERE status = 'waiting' AND run_at <= ? AND ${IS_FIRST_IN_LANE}
      ORDER BY run_at, id LIMIT 1
    )
    RETURNING id, kind, payload, lane, attempts
  `)
  const nextAt = sql
    .read<[], number>(`
      SELECT run_at FROM jobs AS due WHERE status = 'waiting' AND ${IS_FIRST_IN_LANE} ORDER BY run_at LIMIT 1
    `)
    .pluck()
  const finish = sql.write<[number]>('DELETE FROM jobs WHERE id = ?')
  const retry = sql.write<[number, string, number]>(
    "UPDATE jobs SET status = 'waiting', run_at = ?, last_error = ? WHERE id = ?",
  )
  const postpone = sql.write<[number, number]>(
    "UPDATE jobs SET status = 'waiting', run_at = ?, attempts = 0, last_error = NULL WHERE id = ?",
  )
  const hasten = sql.write<[number, string]>(
    "UPDATE jobs SET run_at = min(run_at, ?) WHERE lane = ? AND status = 'waiting'",
  )
  const giveUp = sql.write<[string, number]>(
    "UPDATE jobs SET status = 'dead', last_error = ? WHERE id = ?",
  )
  const isOpen = sql
    .read<[number], number>("SELECT count(*) FROM jobs WHERE id = ? AND status <> 'dead'")
    .pluck()
  const inLane = sql.read<[string], number>('SELECT id FROM jobs WHERE lane = ?').pluck()
  const lastIn = sql
    .read<[string], number | null>("SELECT max(id) FROM jobs WHERE lane = ? AND status <> 'dead'")
    .pluck()
  const withPayload = sql
    .read<[string, number], number>('SELECT id FROM jobs WHERE payload ->> ? = ?')
    .pluck()
  const payloads = sql
    .read<[string, string, number], string>(
      "SELECT payload FROM jobs WHERE kind = ? AND payload ->> ? = ? AND status <> 'dead'",
    )
    .pluck()
  const release = sql.write("UPDATE jobs SET status = 'waiting' WHERE status = 'running'")
  const living = sql
    .read<[string], number>("SELECT count(*) FROM jobs WHERE kind = ? AND status <> 'dead'")
    .pluck()
  const waiting = sql
    .read<[string], number>("SELECT 1 FROM jobs WHERE kind = ? AND status = 'waiting' LIMIT 1")
    .pluck()
  return {
    insert,
    take,
    nextAt,
    finish,
    retry,
    postpone,
    hasten,
    bury: giveUp,
    isOpen,
    inLane,
    lastIn,
    withPayload,
    payloads,
    release,
    living,
    waiting,
  }
})

/** The job queue: features add jobs, and the worker takes those that are due. */
export function createJobQueue(db: Db, now: () => Date) {
  const made = statements(db)
  let isClosed = false
  const added = new Set<() => void>()
  const ended = new Map<number, Set<() => void>>()

  function wake(): void {
    for (const listener of added) listener()
  }

  function settle(id: number): void {
    for (const listener of ended.get(id) ?? []) listener()
    ended.delete(id)
  }

  function end(tx: Tx, id: number): void {
    made.finish.run(tx, id)
    tx.afterCommit(() => settle(id))
  }

  function add<kind extends JobKind>(
    tx: Tx,
    { kind, payload, lane, runAt = now() }: NewJob<kind>,
  ): number {
    const row = made.insert.run(
      tx,
      kind,
      JSON.stringify(payload),
      lane ?? null,
      runAt.getTime(),
      now().getTime(),
    )
    tx.afterCommit(wake)
    return Number(row.lastInsertRowid)
  }

  return {
    /** Adds a job in the transaction of the change that requires it. */
    add,
    /** Makes sure that a job waits in a lane, and for no longer than until `runAt`. */
    hasten<kind extends JobKind>(tx: Tx, job: NewJob<kind> & { lane: string; runAt: Date }): void {
      if (made.hasten.run(tx, job.runAt.getTime(), job.lane).changes === 0) add(tx, job)
      else tx.afterCommit(wake)
    },
    /** Takes the next due job, if there is one. */
    take: (tx: Tx) => made.take.get(tx, now().getTime()),
    /** Time at which the next waiting job is due, ms since 1970. */
    nextAt: () => made.nextAt.get(),
    finish: end,
    retry: (tx: Tx, id: number, at: Date, error: string) =>
      made.retry.run(tx, at.getTime(), error, id),
    /** Puts a job back until its next run, at the time it asked for. */
    postpone: (tx: Tx, id: number, at: Date) => made.postpone.run(tx, at.getTime(), id),
    /** Gives up on a job; the row is kept for inspection. */
    giveUp(tx: Tx, id: number, error: string): void {
      made.bury.run(tx, error, id)
      tx.afterCommit(() => settle(id))
    },
    /** Id of the last job added to a lane, if it is waiting or running. */
    lastIn: (lane: string) => made.lastIn.get(lane) ?? undefined,
    /** Deletes the jobs of a lane. A running one finishes, but no longer blocks those who await it. */
    forgetLane(tx: Tx, lane: string): void {
      for (const id of made.inLane.all(lane)) end(tx, id)
    },
    /** Deletes jobs whose payload contains this number, in the same way. */
    forgetWith(tx: Tx, name: string, value: number): void {
      for (const id of made.withPayload.all(`$.${name}`, value)) end(tx, id)
    },
    /** Payloads of the waiting and running jobs of a kind that contain this number. */
    payloadsWith<kind extends JobKind>(kind: kind, name: string, value: number) {
      const schemas: { readonly [kind in JobKind]: z.ZodType<JobPayload<kind>> } = kinds
      return made.payloads
        .all(kind, `$.${name}`, value)
        .map((json) => schemas[kind].parse(JSON.parse(json)))
    },
    /** Returns jobs taken by a dead process to the queue. */
    release: (tx: Tx) => made.release.run(tx).changes,
    /** Number of waiting and running jobs of a kind. */
    count: (kind: JobKind) => made.living.get(kind) ?? 0,
    /** Reports whether a job of a kind is waiting; a running one may be too far along to count. */
    isWaiting: (kind: JobKind) => made.waiting.get(kind) !== undefined,
    /** Resolves once a job is done or given up; at once if it already is. */
    ended: (id: number): Promise<void> =>
      new Promise((resolve) => {
        if (isClosed || made.isOpen.get(id) === 0) return resolve()
        const listeners = ended.get(id) ?? new Set()
        ended.set(id, listeners.add(resolve))
      }),
    /** Resolves all pending `ended` promises. */
    close(): void {
      isClosed = true
      for (const id of [...ended.keys()]) settle(id)
    },
    /** Checks the queue at once instead of within half a minute, because a database trigger may have added a job. */
    wake,
    onAdded(listener: () => void): () => void {
      added.add(listener)
      return () => added.delete(listener)
    },
  }
}
