/** Something took longer than it may. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  /** Time it was given. */
  readonly ms: number

  constructor(sentence: string, ms: number) {
    super(sentence)
    this.ms = ms
  }
}

/** Ends what is under way when it takes too long or when the caller gives up. */
export interface Deadline extends Disposable {
  /** Aborts with a `TimeoutError`, or with the caller's own reason. */
  readonly signal: AbortSignal
  /** Gives the next step so long, in place of what was given before. */
  allow(ms: number, sentence: string): void
  /** Nothing is expected for now; only the whole goes on. */
  rest(): void
  /** Waits, but not past the end. */
  race<value>(promise: PromiseLike<value>): Promise<value>
}

interface DeadlineOptions {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  readonly totalMs: number
}

/** A deadline for the whole, within which each step has its own. */
export function createDeadline({ sleep, signal: caller, totalMs }: DeadlineOptions): Deadline {
  const controller = new AbortController()
  const finished = new AbortController()
  const { promise: end, reject } = Promise.withResolvers<never>()
  end.catch(() => {})
  controller.signal.addEventListener('abort', () => reject(controller.signal.reason))
  let step: AbortController | undefined

  const giveUp = () => controller.abort(caller.reason)
  if (caller.aborted) giveUp()
  else caller.addEventListener('abort', giveUp, { signal: finished.signal })

  function abortAfter(ms: number, sentence: string, cancel: AbortSignal): void {
    const ring = () => {
      if (!cancel.aborted) controller.abort(new TimeoutError(sentence, ms))
    }
    sleep(ms, cancel).then(ring, () => {})
  }

  abortAfter(totalMs, `No complete answer within ${totalMs} ms`, finished.signal)

  return {
    signal: controller.signal,
    allow(ms, sentence) {
      step?.abort()
      step = new AbortController()
      abortAfter(ms, sentence, step.signal)
    },
    rest: () => step?.abort(),
    race: (promise) => Promise.race([promise, end]),
    [Symbol.dispose]() {
      step?.abort()
      finished.abort()
      controller.abort()
    },
  }
}
