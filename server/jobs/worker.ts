import type { Storage } from '../db/storage.ts'
import type { Logger } from '../log.ts'
import type { Job, JobQueue } from './queue.ts'

/** What a handler says at its end: nothing when the job is done, or when it is to run again. */
type Outcome = Date | undefined

/** Does one kind of job. The signal says that the server is stopping. One that throws is run again a little later. */
export type JobHandler = (
  payload: unknown,
  signal: AbortSignal,
) => Promise<Outcome> | Promise<void> | Outcome | void

interface WorkerOptions {
  readonly jobs: JobQueue
  readonly handlers: Readonly<Record<string, JobHandler>>
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly log: Logger
  /** Jobs that run at the same time. */
  readonly atOnce: number
  readonly storage: Storage
}

/** Delays before a job that threw is run again, ms. After the last one it is given up. */
const RETRY_DELAYS = [1000, 10_000, 60_000, 600_000]

/** Longest the worker sleeps, so that a moved clock cannot put it to sleep for good. */
const LONGEST_SLEEP_MS = 30_000

/** Between two looks whether there is room on the disk again, ms. */
const FULL_SLEEP_MS = 2000

/** Runs jobs as they become due. `stop` aborts what runs; what was aborted is waiting again after the next start. */
export function startWorker(options: WorkerOptions) {
  const { jobs, handlers, now, sleep, log, atOnce, storage } = options
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let nap = new AbortController()
  let woken = false

  function wake(): void {
    if (woken || stopping.signal.aborted) return
    woken = true
    // After the current turn, so that a job added inside a transaction is taken once it is committed.
    setImmediate(pump)
  }

  function pump(): void {
    woken = false
    if (stopping.signal.aborted) return
    if (storage.trouble()) {
      napFor(FULL_SLEEP_MS)
      return
    }
    while (running.size < atOnce) {
      const job = takeJob()
      if (!job) break
      const work = run(job).finally(() => {
        running.delete(work)
        wake()
      })
      running.add(work)
    }
    sleepUntilDue()
  }

  /** Nothing while there is no room to note that it was taken. */
  function takeJob(): Job | undefined {
    try {
      return jobs.take()
    } catch (error) {
      if (!storage.note(error)) throw error
      return undefined
    }
  }

  function napFor(ms: number): void {
    nap.abort()
    nap = new AbortController()
    sleep(ms, nap.signal).then(wake, () => undefined)
  }

  function sleepUntilDue(): void {
    nap.abort()
    if (storage.trouble()) {
      napFor(FULL_SLEEP_MS)
      return
    }
    const at = jobs.nextAt()
    const wait = at === undefined ? LONGEST_SLEEP_MS : at - now().getTime()
    // What is due and was not taken waits for a running job, whose end wakes the worker.
    if (wait <= 0 && running.size > 0) return
    napFor(Math.min(Math.max(wait, 1), LONGEST_SLEEP_MS))
  }

  async function run(job: Job): Promise<void> {
    try {
      const handler = handlers[job.kind]
      if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`)
      const again = await handler(JSON.parse(job.payload), stopping.signal)
      if (stopping.signal.aborted) return
      if (again) jobs.postpone(job.id, again)
      else jobs.finish(job.id)
    } catch (error) {
      await noteFailure(job, error, storage.note(error) !== undefined)
    }
  }

  /** Until it is noted the job counts as running: while there is no room, that has to wait. */
  async function noteFailure(job: Job, error: unknown, isOfStorage: boolean): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        // A full disk is no fault of the job.
        if (isOfStorage) jobs.postpone(job.id, new Date(now().getTime() + FULL_SLEEP_MS))
        else failed(job, error)
        return
      } catch (reason) {
        if (!storage.note(reason)) throw reason
        await sleep(FULL_SLEEP_MS, stopping.signal).catch(() => undefined)
      }
    }
  }

  function failed(job: Job, error: unknown): void {
    const delay = RETRY_DELAYS[job.attempts - 1]
    log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed')
    if (delay === undefined) jobs.bury(job.id, String(error))
    else jobs.retry(job.id, new Date(now().getTime() + delay), String(error))
  }

  jobs.release()
  const deaf = jobs.onAdded(wake)
  wake()

  return {
    async stop(): Promise<void> {
      deaf()
      nap.abort()
      stopping.abort(new Error('The server is stopping'))
      await Promise.allSettled(running)
    },
  }
}
