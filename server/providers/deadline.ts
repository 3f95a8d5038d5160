/** A timeout has expired. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  /** Length of the timeout. */
  readonly ms: number

  constructor(sentence: string, ms: number) {
    super(sentence)
    this.ms = ms
  }
}

/** Aborts an operation on a timeout or when the caller aborts. */
export interface Deadline extends Disposable {
  /** Aborts with a `TimeoutError`, or with the caller's own reason. */
  readonly signal: AbortSignal
  /** Starts a timeout for the next step, replacing the previous one. */
  allow(ms: number, sentence: string): void
  /** Cancels the step timeout; only the total one remains. */
  rest(): void
  /** Awaits a promise, but rejects once the signal aborts. */
  race<value>(promise: PromiseLike<value>): Promise<value>
}

interface DeadlineOptions {
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  readonly totalMs: number
}

/** Creates a deadline with a total timeout and one for the current step. */
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
