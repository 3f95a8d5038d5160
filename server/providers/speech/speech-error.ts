import { fault, type ReasonCode } from '#contracts/faults.ts'
import { FaultError } from '../../errors.ts'
import { TimeoutError } from '../deadline.ts'
import { OutgoingError } from '../http/outgoing-error.ts'

/** A speech service failed; the fault is meant for the operator and contains no secrets. */
export class SpeechError extends FaultError<ReasonCode> {
  override readonly name = 'SpeechError'
}

/**
 * Converts the failure of a call to a service to a `SpeechError`; other errors are returned unchanged.
 * @param host the service, as named in the fault
 * @param signal the deadline of the call
 */
export function asSpeechError(error: unknown, host: string, signal: AbortSignal): unknown {
  const origin = signal.aborted ? signal.reason : error
  if (origin instanceof TimeoutError)
    return new SpeechError(fault('speech_slow', { seconds: origin.ms / 1000 }))
  const cause = origin instanceof TypeError ? origin.cause : origin
  if (cause instanceof OutgoingError) {
    const reason = cause.fault
    return cause.code === 'failed'
      ? new SpeechError(fault('provider_unreachable', { host, reason }))
      : new SpeechError(fault('outgoing_failed', { reason }))
  }
  return isBrokenConnection(origin) ? new SpeechError(fault('speech_cut_off')) : origin
}

const isBrokenConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && BROKEN.includes(String(error.code))

const BROKEN = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE', 'ETIMEDOUT']
