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
const MAX_SLEEP_MS = 30_000

/** Interval of checks for free disk space while the disk is full, ms. */
export const FULL_SLEEP_MS = 2000

/** Starts the work of a queue as it becomes due. `stop` aborts running work and waits for it to end. */
export function startDueWork(
  { now, sleep, log, storage }: Pick<Context, 'now' | 'sleep' | 'log' | 'storage'>,
  { name, startDue, nextAt, onAdded }: DueWork,
) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let sleeping = new AbortController()
  /** Wake-up time of the current sleep, ms since 1970; undefined when not sleeping. */
  let sleepsUntil: number | undefined
  let woken = false
  let checking: Promise<void> | undefined

  function wake(): void {
    if (woken || stopping.signal.aborted) return
    woken = true
    // Coalesces all wake-ups of this event-loop turn; one that arrives during a check triggers another check.
    if (!checking) setImmediate(startCheck)
  }

  function startCheck(): void {
    checking = check().finally(() => {
      checking = undefined
      if (woken) setImmediate(startCheck)
    })
  }

  async function check(): Promise<void> {
    woken = false
    if (stopping.signal.aborted) return
    try {
      // Work whose completion cannot be recorded would be repeated over and over.
      if (!storage.trouble()) await startAll()
      sleepUntilDue()
    } catch (error) {
      const isOfStorage = storage.note(error) !== undefined
      log.error({ err: error, queue: name }, 'due work could not be looked for')
      sleepFor(isOfStorage ? FULL_SLEEP_MS : MAX_SLEEP_MS)
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
    const wait = at === undefined ? MAX_SLEEP_MS : at - now().getTime()
    // Due items that were not started wait for running work, whose end wakes the queue.
    if (wait <= 0 && underWay.size > 0) cancelSleep()
    else sleepFor(Math.min(wait, MAX_SLEEP_MS))
  }

  function cancelSleep(): void {
    sleeping.abort()
    sleepsUntil = undefined
  }

  function sleepFor(ms: number): void {
    const time = now().getTime()
    const until = time + Math.max(ms, 1)
    // An earlier wake-up does no harm, and most checks find nothing that is due sooner.
    if (sleepsUntil !== undefined && sleepsUntil > time && sleepsUntil <= until) return
    cancelSleep()
    if (stopping.signal.aborted) return
    sleeping = new AbortController()
    sleepsUntil = until
    sleep(until - time, sleeping.signal).then(
      () => {
        sleepsUntil = undefined
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
      cancelSleep()
      stopping.abort(new Error('The server is stopping'))
      await checking
      await Promise.allSettled(underWay)
    },
  }
}
