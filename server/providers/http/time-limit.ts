import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { OutgoingError } from './outgoing-error.ts'

/** A timeout of an outgoing call. */
interface TimeLimit {
  /** Aborts with an `OutgoingError` of code `timeout`. */
  readonly signal: AbortSignal
  /** Ends the timeout; the signal no longer aborts. */
  cancel(): void
}

/** Starts a timeout, ms. */
export function startTimeLimit({ sleep }: Pick<Context, 'sleep'>, ms: number): TimeLimit {
  const expired = new AbortController()
  const cancelled = new AbortController()
  const reason = fault('no_answer_in_time', { seconds: ms / 1000 })
  const expire = () => expired.abort(new OutgoingError('timeout', reason))
  sleep(ms, cancelled.signal).then(expire, () => undefined)
  return { signal: expired.signal, cancel: () => cancelled.abort() }
}
