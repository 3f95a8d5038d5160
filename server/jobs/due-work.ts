import type { Context } from '../context.ts'

/** A queue of work that becomes due. */
interface DueWork {
  /** Name of the queue in the log. */
  readonly name: string
  /** Starts all that is due and may start now; returns the end of each piece. The signal says that the server is stopping. */
  readonly startDue: (underWay: number, stopping: AbortSignal) => Promise<readonly Promise<void>[]>
  /** Time at which the next piece may start, ms since 1970; undefined when none waits. */
  readonly nextAt: () => number | undefined
  /** Registers a listener for work that is added; returns how to remove it. */
  readonly onAdded: (listener: () => void) => () => void
}

/** Longest sleep, so that a moved clock cannot put it to sleep for good, ms. */
const LONGEST_SLEEP_MS = 30_000

/** Between two looks whether there is room on the disk again, ms. */
export const FULL_SLEEP_MS = 2000

/** Starts the work of a queue as it becomes due. `stop` aborts what is under way and waits for its end. */
export function startDueWork(
  { now, sleep, log, storage }: Pick<Context, 'now' | 'sleep' | 'log' | 'storage'>,
  { name, startDue, nextAt, onAdded }: DueWork,
) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let nap = new AbortController()
  /** Time at which the nap ends, ms since 1970; undefined without one. */
  let napsUntil: number | undefined
  let woken = false
  let looking: Promise<void> | undefined

  function wake(): void {
    if (woken || stopping.signal.aborted) return
    woken = true
    // Once for all that this turn wakes it for; a look that is under way is followed by another.
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
      // What could not be noted as done would be done again and again.
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
    // What is due and was not started waits for something under way, whose end wakes the queue.
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
    // A nap that ends sooner does as well, and most looks find nothing that is due sooner.
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
