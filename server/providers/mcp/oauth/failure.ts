import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { FaultError } from '../../../errors.ts'
import { OutgoingError } from '../../http/outgoing-error.ts'

/** A sign-in, or the renewal of its tokens, that did not succeed; the fault is meant for the operator. */
export class SignInError extends FaultError<ReasonCode> {
  override readonly name = 'SignInError'
  /** Error code of the authorization server, if it answered with one. */
  readonly answered: string | undefined

  constructor(reason: Fault<ReasonCode>, answered?: string) {
    super(reason)
    this.answered = answered
  }
}

/** Error codes are a word of the protocol; anything else in their place is text of strangers, and is not shown. */
const CODE = /^[a-z_]{1,60}$/

/** An error code as it may be shown. */
export const shownCode = (code: unknown): string =>
  typeof code === 'string' && CODE.test(code) ? code : 'unknown_error'

/**
 * Converts any error of a request of a sign-in.
 * @param host authorization server, or the MCP server if that is not known yet
 */
export function signInFailure(error: unknown, host: string): SignInError {
  if (error instanceof SignInError) return error
  if (error instanceof OutgoingError) {
    const reason = error.fault
    const isWhole = reason.code.startsWith('mcp_') || reason.code === 'provider_redirects'
    return new SignInError(isWhole ? reason : fault('provider_unreachable', { host, reason }))
  }
  // `OAuthError` of the protocol's library. What else it throws is about responses that are not of the protocol.
  const answered = (error as { errorCode?: unknown } | null)?.errorCode
  if (answered === undefined) return new SignInError(fault('mcp_sign_in_unsuited', { host }))
  const code = shownCode(answered)
  return new SignInError(fault('mcp_sign_in_refused', { host, code }), code)
}
