import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { type GuardedResponse, guardedFetch } from '../../providers/http/guarded-fetch.ts'
import { OutgoingError } from '../../providers/http/outgoing-error.ts'
import { objectIn, textOf } from './answer.ts'
import type { DeliveryRow } from './queries.ts'
import { signingSecrets } from './secrets.ts'
import { signedHeaders } from './sign.ts'

type Needs = Pick<
  Context,
  'db' | 'now' | 'sleep' | 'randomBytes' | 'lookup' | 'config' | 'network' | 'port' | 'version'
>

/** What one attempt came to. */
export interface Attempt {
  /** Undefined when nothing answered. */
  readonly status: number | undefined
  /** The beginning of the answer. */
  readonly text: string | null
  /** The JSON object that was answered, or an empty one. */
  readonly data: JsonObject
  /** The `Retry-After` header. */
  readonly retryAfter: string | undefined
  /** Why it is no success, in a sentence. */
  readonly error: string | null
  /** The address may not be called, now or later. */
  readonly isBlocked: boolean
  readonly durationMs: number
}

/** Sends one webhook once. */
export async function attempt(
  context: Needs,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> {
  const { now, config } = context
  const { webhookTimeoutMs, webhookReadBytes } = config.limits
  const startedAt = now()
  const headers = signedHeaders(signingSecrets(context, delivery.user_id), {
    id: delivery.message_id,
    body: delivery.payload,
    now: startedAt,
  })
  const result = await guardedFetch(context, {
    url: delivery.url,
    method: 'POST',
    headers,
    body: delivery.payload,
    timeoutMs: webhookTimeoutMs,
    maxBytes: webhookReadBytes,
    signal,
  }).catch(failureOf)
  const durationMs = now().getTime() - startedAt.getTime()
  return result instanceof OutgoingError
    ? { ...UNANSWERED, error: sentenceOf(result), isBlocked: isBlocked(result), durationMs }
    : { ...answered(result, config.limits), durationMs }
}

const UNANSWERED = { status: undefined, text: null, data: {}, retryAfter: undefined } as const

function failureOf(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error
  throw error
}

const isBlocked = ({ code, isFinal }: OutgoingError): boolean => code === 'blocked' && isFinal

const sentenceOf = ({ code, message }: OutgoingError): string =>
  code === 'blocked' ? `Blocked: ${message}` : message

function answered(
  { status, headers, body }: GuardedResponse,
  limits: Context['config']['limits'],
): Omit<Attempt, 'durationMs'> {
  return {
    status,
    text: textOf(body, limits.webhookKeptBytes),
    data: objectIn(body, limits.bodyDepth),
    retryAfter: headers['retry-after'],
    error: errorOf(status),
    isBlocked: false,
  }
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status < 400 ? 'Redirect not followed' : `The receiver answered ${status}`
}
