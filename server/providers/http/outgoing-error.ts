import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { FaultError } from '../../errors.ts'

/**
 * Reason why there is no response: `blocked` by the network policy, `timeout`, `failed` if the connection or the response broke,
 * `stopped` if the caller aborted.
 */
export type OutgoingFailure = 'blocked' | 'timeout' | 'failed' | 'stopped'

/** An outgoing call without a complete response; the fault is meant for the operator. */
export class OutgoingError extends FaultError<ReasonCode> {
  override readonly name = 'OutgoingError'
  readonly code: OutgoingFailure
  /** True if a retry cannot help: the address itself may not be called. */
  readonly isFinal: boolean
  /** False if the request certainly never left this machine. */
  readonly mayHaveLeft: boolean

  constructor(
    code: OutgoingFailure,
    reason: Fault<ReasonCode>,
    isFinal = false,
    mayHaveLeft = false,
  ) {
    super(reason)
    this.code = code
    this.isFinal = isFinal
    this.mayHaveLeft = mayHaveLeft
  }
}

/**
 * Converts any error of an outgoing call to an `OutgoingError`.
 * @param isOpen true if the connection was open, so that part of the request may have left
 */
export function asOutgoing(error: unknown, signal: AbortSignal, isOpen = false): OutgoingError {
  const origin = signal.aborted ? signal.reason : error
  if (origin instanceof OutgoingError) {
    // A blocked call is blocked before a byte leaves, even on an open connection.
    const mayHaveLeft = isOpen && origin.code !== 'blocked'
    return new OutgoingError(origin.code, origin.fault, origin.isFinal, mayHaveLeft)
  }
  return signal.aborted
    ? new OutgoingError('stopped', fault('given_up'), false, isOpen)
    : new OutgoingError('failed', reasonOf(error), false, isOpen)
}

const REASONS: Readonly<Record<string, ReasonCode>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_lookup_failed',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'network_unreachable',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

function reasonOf(error: unknown): Fault<ReasonCode> {
  // A host with several addresses fails with one error per address.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { code, message } = first as { code?: string; message?: string }
  const known = REASONS[code ?? '']
  if (known) return fault(known)
  return message === undefined ? fault('call_failed') : fault('verbatim', { text: message })
}
