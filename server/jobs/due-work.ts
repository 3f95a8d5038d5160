import type { Context } from '../context.ts'

/** A queue of work that becomes due. */
interface DueWork {
  /** Name of the queue in the log. */
  readonly name: string
  /** Called before each look at the queue. */
  readonly prepare?: () => void
  /**
   * Starts the next piece that is due, and resolves at its end; undefined when none may start now. The signal says that
   * the server is stopping.
   */
  readonly startNext: (underWay: number, stopping: AbortSignal) => Promise<void> | undefined
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
  { name, prepare, startNext, nextAt, onAdded }: DueWork,
) {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let nap = new AbortController()
  let woken = false

  function wake(): void {
    if (woken || stopping.signal.aborted) return
    woken = true
    // After the current turn, so that what a transaction adds is committed.
    setImmediate(look)
  }

  function look(): void {
    woken = false
    if (stopping.signal.aborted) return
    try {
      // What could not be noted as done would be done again and again.
      if (!storage.trouble()) startAll()
      sleepUntilDue()
    } catch (error) {
      const isOfStorage = storage.note(error) !== undefined
      log.error({ err: error, queue: name }, 'due work could not be looked for')
      sleepFor(isOfStorage ? FULL_SLEEP_MS : LONGEST_SLEEP_MS)
    }
  }

  function startAll(): void {
    prepare?.()
    for (;;) {
      const started = startNext(underWay.size, stopping.signal)
      if (!started) return
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
    if (wait <= 0 && underWay.size > 0) nap.abort()
    else sleepFor(Math.min(wait, LONGEST_SLEEP_MS))
  }

  function sleepFor(ms: number): void {
    nap.abort()
    nap = new AbortController()
    sleep(Math.max(ms, 1), nap.signal).then(wake, () => undefined)
  }

  const removeListener = onAdded(wake)
  wake()

  return {
    async stop(): Promise<void> {
      removeListener()
      nap.abort()
      stopping.abort(new Error('The server is stopping'))
      await Promise.allSettled(underWay)
    },
  }
}
