/**
 * Why there is no answer: `blocked` by the network policy, `timeout`, `failed` for a connection or an answer that broke,
 * `stopped` because the caller gave up.
 */
export type OutgoingFailure = 'blocked' | 'timeout' | 'failed' | 'stopped'

/** An outgoing call that got no whole answer; the message is a sentence for the operator. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly code: OutgoingFailure
  /** Set when trying again cannot help: the address itself is one that may not be called. */
  readonly isFinal: boolean

  constructor(code: OutgoingFailure, message: string, isFinal = false) {
    super(message)
    this.code = code
    this.isFinal = isFinal
  }
}

/** Why a call has no whole answer, whatever was thrown on the way. */
export function asOutgoing(error: unknown, signal: AbortSignal): OutgoingError {
  if (signal.aborted) {
    return signal.reason instanceof OutgoingError
      ? signal.reason
      : new OutgoingError('stopped', 'The call was given up')
  }
  if (error instanceof OutgoingError) return error
  return new OutgoingError('failed', sentenceOf(error))
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut off',
  ENOTFOUND: 'The host name is not known',
  EAI_AGAIN: 'The host name could not be looked up',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large',
}

function sentenceOf(error: unknown): string {
  // A host with several addresses fails with one error for each.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { code, message } = first as { code?: string; message?: string }
  return SENTENCES[code ?? ''] ?? message ?? 'The call failed'
}
