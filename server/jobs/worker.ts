import { z } from 'zod'
import { type JobKind, type JobPayload, jobs as kinds } from '#contracts/jobs.ts'
import type { Storage } from '../db/storage.ts'
import type { Write } from '../db/write.ts'
import type { Logger } from '../log.ts'
import { FULL_SLEEP_MS, startDueWork } from './due-work.ts'
import type { JobQueue, JobRow } from './queue.ts'

/** Result of a handler: undefined if the job is done, or the time of its next run. */
type Outcome = Date | undefined

/** Handles one kind of job. The signal aborts when the server is stopping. A job that throws is retried later. */
export type JobHandler<kind extends JobKind> = (
  payload: JobPayload<kind>,
  signal: AbortSignal,
) => Promise<Outcome> | Promise<void> | Outcome | void

/** The handler of every kind of job. */
export type JobHandlers = { readonly [kind in JobKind]: JobHandler<kind> }

/** The stored job cannot be handled: a retry would not help. */
class BrokenJob extends Error {
  override readonly name = 'BrokenJob'
}

interface WorkerOptions {
  readonly jobs: JobQueue
  readonly write: Write
  readonly handlers: JobHandlers
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly log: Logger
  /** Maximum concurrent jobs. */
  readonly atOnce: number
  readonly storage: Storage
}

/** Retry delays of a job that threw, ms. After the last one it is given up. */
const RETRY_DELAYS = [1000, 10_000, 60_000, 600_000]

/** Runs jobs as they become due. `stop` aborts running jobs, which are queued again at the next start. */
export async function startWorker(options: WorkerOptions) {
  const { jobs, write, handlers, now, sleep, log, atOnce, storage } = options

  async function run(job: JobRow, stopping: AbortSignal): Promise<void> {
    try {
      const again = await handle(job, stopping)
      if (stopping.aborted) return
      await write((tx) => {
        if (again) jobs.postpone(tx, job.id, again)
        else jobs.finish(tx, job.id)
      })
    } catch (error) {
      await noteFailure(job, error, stopping)
    }
  }

  function handle({ kind, payload }: JobRow, stopping: AbortSignal) {
    if (!isJobKind(kind)) throw new BrokenJob(`There are no jobs of kind ${kind}`)
    return call(kind, payloadOf(kind, payload), stopping)
  }

  function call<kind extends JobKind>(
    kind: kind,
    payload: JobPayload<kind>,
    stopping: AbortSignal,
  ) {
    return handlers[kind](payload, stopping)
  }

  /** The job counts as running until its failure is recorded, which waits while the disk is full. */
  async function noteFailure(job: JobRow, error: unknown, stopping: AbortSignal): Promise<void> {
    const isOfStorage = storage.note(error) !== undefined
    while (!stopping.aborted) {
      try {
        // A full disk is not the job's fault.
        if (isOfStorage) {
          const again = new Date(now().getTime() + FULL_SLEEP_MS)
          await write((tx) => jobs.postpone(tx, job.id, again))
        } else await failed(job, error)
        return
      } catch (reason) {
        if (!storage.note(reason)) throw reason
        await sleep(FULL_SLEEP_MS, stopping).catch(() => undefined)
      }
    }
  }

  async function failed(job: JobRow, error: unknown): Promise<void> {
    const delay = error instanceof BrokenJob ? undefined : RETRY_DELAYS[job.attempts - 1]
    log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed')
    await write((tx) => {
      if (delay === undefined) jobs.giveUp(tx, job.id, String(error))
      else jobs.retry(tx, job.id, new Date(now().getTime() + delay), String(error))
    })
  }

  function take(most: number): Promise<JobRow[]> {
    return write((tx) => {
      const taken: JobRow[] = []
      while (taken.length < most) {
        const job = jobs.take(tx)
        if (!job) break
        taken.push(job)
      }
      return taken
    })
  }

  await write((tx) => jobs.release(tx))
  return startDueWork(options, {
    name: 'jobs',
    async startDue(underWay, stopping) {
      const taken = await take(atOnce - underWay)
      // Jobs already taken are queued again at the next start.
      return stopping.aborted ? [] : taken.map((job) => run(job, stopping))
    },
    nextAt: jobs.nextAt,
    onAdded: jobs.onAdded,
  })
}

function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(kinds, kind)
}

/** @throws BrokenJob if the stored payload violates the schema of its kind */
function payloadOf<kind extends JobKind>(kind: kind, json: string): JobPayload<kind> {
  const schemas: { readonly [kind in JobKind]: z.ZodType<JobPayload<kind>> } = kinds
  const parsed = schemas[kind].safeParse(JSON.parse(json))
  if (parsed.success) return parsed.data
  throw new BrokenJob(`The payload of a job ${kind} is broken: ${z.prettifyError(parsed.error)}`)
}
