import type { Context } from '../context.ts'

/** A queue of work that becomes due. */
interface DueWork {
  /** Name of the queue in the log. */
  readonly name: string
  /** Starts all due work that may start now; returns a promise for the end of each item. The signal aborts when the server is stopping. */
  readonly startDue: (underWay: number, stopping: AbortSignal) => Promise<readonly Promise<void>[]>
  /** Time at which the next item may start, ms since 1970; undefined if none is waiting. */
  readonly nextAt: () => number | undefined
  /** Registers a listener for added work; returns a function that removes it. */
  readonly onAdded: (listener: () => void) => () => void
}

/** Maximum sleep, so that a clock change cannot stall the queue for good, ms. */
const LONGEST_SLEEP_MS = 30_000

/** Interval of checks for free disk space while the disk is full, ms. */
export const FULL_SLEEP_MS = 2000

/** Starts the work of a queue as it becomes due. `stop` aborts running work and waits for it to end. */
export function startDueWork(
  { now, sleep, log, storage }: Pick<Context, 'now' | 'sleep' | 'log' | 'storage'>,
  { name, startDue, nextAt, onAdded }: DueWork,
) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let nap = new AbortController()
  /** Wake-up time of the current sleep, ms since 1970; undefined when not sleeping. */
  let napsUntil: number | undefined
  let woken = false
  let looking: Promise<void> | undefined

  function wake(): void {
    if (woken || stopping.signal.aborted) return
    woken = true
    // Coalesces all wake-ups of this event-loop turn; one that arrives during a check triggers another check.
    if (!looking) setImmediate(begin)
  }

  function begin(): void {
    looking = look().finally(() => {
      looking = undefined
      if (woken) setImmediate(begin)
    })
  }

  async function look(): Promise<void> {
    woken = false
    if (stopping.signal.aborted) return
    try {
      // Work whose completion cannot be recorded would be repeated over and over.
      if (!storage.trouble()) await startAll()
      sleepUntilDue()
    } catch (error) {
      const isOfStorage = storage.note(error) !== undefined
      log.error({ err: error, queue: name }, 'due work could not be looked for')
      sleepFor(isOfStorage ? FULL_SLEEP_MS : LONGEST_SLEEP_MS)
    }
  }

  async function startAll(): Promise<void> {
    for (const started of await startDue(underWay.size, stopping.signal)) {
      const work = started.finally(() => {
        underWay.delete(work)
        wake()
      })
      underWay.add(work)
    }
  }

  function sleepUntilDue(): void {
    const at = storage.trouble() ? now().getTime() + FULL_SLEEP_MS : nextAt()
    const wait = at === undefined ? LONGEST_SLEEP_MS : at - now().getTime()
    // Due items that were not started wait for running work, whose end wakes the queue.
    if (wait <= 0 && underWay.size > 0) endNap()
    else sleepFor(Math.min(wait, LONGEST_SLEEP_MS))
  }

  function endNap(): void {
    nap.abort()
    napsUntil = undefined
  }

  function sleepFor(ms: number): void {
    const time = now().getTime()
    const until = time + Math.max(ms, 1)
    // An earlier wake-up does no harm, and most checks find nothing that is due sooner.
    if (napsUntil !== undefined && napsUntil > time && napsUntil <= until) return
    endNap()
    if (stopping.signal.aborted) return
    nap = new AbortController()
    napsUntil = until
    sleep(until - time, nap.signal).then(
      () => {
        napsUntil = undefined
        wake()
      },
      () => undefined,
    )
  }

  const removeListener = onAdded(wake)
  wake()

  return {
    async stop(): Promise<void> {
      removeListener()
      endNap()
      stopping.abort(new Error('The server is stopping'))
      await looking
      await Promise.allSettled(underWay)
    },
  }
}
