import { APICallError } from '@ai-sdk/provider'
import { TimeoutError } from '../deadline.ts'

/** Reason why an answer is incomplete. */
export type FailureReason = 'aborted' | 'timeout' | 'truncated' | 'provider_error' | 'too_long'

export interface Failure {
  readonly reason: FailureReason
  /** Message for the operator and the log; contains no key. */
  readonly detail: string
  /** HTTP status of the provider's response, if there was one. */
  readonly status: number | undefined
  /** Defined if a retry may succeed, with the pause requested by the provider, ms. */
  readonly retry: { readonly afterMs: number | undefined } | undefined
}

/** A line or body exceeds the memory limit. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError'
}

/** The stream ended without an end marker. */
export class TruncatedError extends Error {
  override readonly name = 'TruncatedError'
}

/** Maximum length of the detail, characters. */
const MAX_DETAIL = 500

/** Classifies a failed attempt. `redact` removes known secrets from a text. */
export function failureOf(
  error: unknown,
  hasOutput: boolean,
  redact: (text: string) => string,
): Failure {
  const failed = (reason: FailureReason, text: string): Failure => ({
    reason,
    detail: withoutSecrets(redact(text)).slice(0, MAX_DETAIL),
    status: APICallError.isInstance(error) ? error.statusCode : undefined,
    retry: undefined,
  })
  if (error instanceof TimeoutError) return failed('timeout', error.message)
  const causes = causesOf(error)
  const tooLong = causes.find((cause) => cause instanceof TooLongError)
  if (tooLong) return failed('too_long', tooLong.message)
  if (causes.some((cause) => cause instanceof TruncatedError)) {
    return failed('truncated', 'The stream ended without its end marker')
  }
  if (!APICallError.isInstance(error)) return failed('provider_error', sentenceOf(error))
  // A 200 that broke off is not a refusal: the received part is kept, and only the end is missing.
  const wasCutOff = error.statusCode !== undefined && error.statusCode < 300 && causes.length > 1
  if (wasCutOff && hasOutput)
    return failed('truncated', 'The connection broke in the middle of the stream')
  return {
    ...failed('provider_error', sentenceOf(error)),
    retry:
      error.isRetryable || wasCutOff ? { afterMs: retryAfter(error.responseHeaders) } : undefined,
  }
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = []
  let current = error
  while (current !== undefined && current !== null && causes.length < 10) {
    causes.push(current)
    current = current instanceof Error ? current.cause : undefined
  }
  return causes
}

function sentenceOf(error: unknown): string {
  const text = messageOf(error)
  if (!APICallError.isInstance(error) || error.statusCode === undefined) return text
  return `HTTP ${error.statusCode}${text ? `: ${text}` : ''}`
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error === 'object' && error !== null && 'message' in error)
    return String(error.message)
  return 'The provider reported an error'
}

/** Parses `Retry-After`, ms: seconds, or a date relative to the response's own clock. */
function retryAfter(headers: Record<string, string> | undefined): number | undefined {
  const value = headers?.['retry-after']
  if (value === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers?.['date'] ?? '')
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined
}

/** Redacts everything that looks like a credential, whatever its source. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/@]+@/g, '$1[hidden]@')
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [hidden]')
    .replace(/([?&](?:[\w-]*(?:key|token|secret|signature|password))=)[^\s&"']+/gi, '$1[hidden]')
    .replace(/\b(?:sk|pk|rk|gsk|xai|key|api)[-_][\w*.-]{6,}/gi, '[hidden]')
}
