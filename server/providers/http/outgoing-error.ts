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
  /** Whether any of the request may have left; otherwise it is certain that nobody got it. */
  readonly mayHaveLeft: boolean

  constructor(code: OutgoingFailure, message: string, isFinal = false, mayHaveLeft = false) {
    super(message)
    this.code = code
    this.isFinal = isFinal
    this.mayHaveLeft = mayHaveLeft
  }
}
