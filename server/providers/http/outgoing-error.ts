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
  /** False if the request certainly never left this machine. */
  readonly mayHaveLeft: boolean

  constructor(code: OutgoingFailure, message: string, isFinal = false, mayHaveLeft = false) {
    super(message)
    this.code = code
    this.isFinal = isFinal
    this.mayHaveLeft = mayHaveLeft
  }
}

/**
 * Why a call has no whole answer, whatever was thrown on the way.
 * @param isOpen whether the connection was there, so that some of the request may have left
 */
export function asOutgoing(error: unknown, signal: AbortSignal, isOpen = false): OutgoingError {
  const why = signal.aborted ? signal.reason : error
  if (why instanceof OutgoingError) {
    // What is blocked is blocked before a byte leaves, also on an open connection.
    const mayHaveLeft = isOpen && why.code !== 'blocked'
    return new OutgoingError(why.code, why.message, why.isFinal, mayHaveLeft)
  }
  return signal.aborted
    ? new OutgoingError('stopped', 'The call was given up', false, isOpen)
    : new OutgoingError('failed', sentenceOf(error), false, isOpen)
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
