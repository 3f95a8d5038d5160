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
}

/** Delays before a job that threw is run again, ms. After the last one it is given up. */
const RETRY_DELAYS = [1000, 10_000, 60_000, 600_000]

/** Longest the worker sleeps, so that a moved clock cannot put it to sleep for good. */
const LONGEST_SLEEP_MS = 30_000

/** Runs jobs as they become due. `stop` aborts what runs; what was aborted is waiting again after the next start. */
export function startWorker({ jobs, handlers, now, sleep, log, atOnce }: WorkerOptions) {
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
    while (running.size < atOnce) {
      const job = jobs.take()
      if (!job) break
      const work = run(job).finally(() => {
        running.delete(work)
        wake()
      })
      running.add(work)
    }
    sleepUntilDue()
  }

  function sleepUntilDue(): void {
    nap.abort()
    const at = jobs.nextAt()
    const wait = at === undefined ? LONGEST_SLEEP_MS : at - now().getTime()
    // What is due and was not taken waits for a running job, whose end wakes the worker.
    if (wait <= 0 && running.size > 0) return
    nap = new AbortController()
    sleep(Math.min(Math.max(wait, 1), LONGEST_SLEEP_MS), nap.signal).then(wake, () => undefined)
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
      if (!stopping.signal.aborted) failed(job, error)
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
