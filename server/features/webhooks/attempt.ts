import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type GuardedResponse, guardedFetch } from '../../providers/http/guarded-fetch.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../providers/http/outgoing-error.ts'
import { objectIn, textOf } from './answer.ts'
import { type Headers, plainHeaders } from './headers.ts'
import { secretQueries } from './secret-queries.ts'
import { signingSecrets } from './secrets.ts'
import { familySignature, signedHeaders } from './sign.ts'

/** Dependencies of an attempt. */
export type Sender = Pick<
  Context,
  | 'db'
  | 'write'
  | 'now'
  | 'sleep'
  | 'randomBytes'
  | 'lookup'
  | 'config'
  | 'networkOf'
  | 'port'
  | 'version'
>

/** Request of an attempt, with the account it is for. */
export interface Sending {
  readonly userId: number
  readonly url: string
  /** The `webhook-id`. */
  readonly messageId: string
  /** The exact text that is signed and sent. */
  readonly body: string
  /** The messenger sender whose secret signs it too. */
  readonly senderId?: number | null
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Outcome of an attempt. */
export interface Attempt {
  readonly startedAt: Date
  readonly durationMs: number
  /** Headers as sent; empty if nothing was sent. */
  readonly requestHeaders: Headers
  /** Undefined if there was no response. */
  readonly status: number | undefined
  readonly responseHeaders: Headers | null
  /** The start of the response body. */
  readonly text: string | null
  /** The JSON object in the response, or an empty one. */
  readonly data: JsonObject
  /** The `Retry-After` header. */
  readonly retryAfter: string | undefined
  /** Reason for a failure. */
  readonly error: Fault<ReasonCode> | null
  /** True if the address may not be called. */
  readonly isBlocked: boolean
}

/** Makes a single attempt to send a webhook. */
export async function attempt(context: Sender, sending: Sending): Promise<Attempt> {
  const { now, config } = context
  const { url, messageId: id, body, timeoutMs, signal } = sending
  const startedAt = now()
  let sent: Headers = {}
  const send = async () => {
    const secrets = await context.write((tx) => signingSecrets(tx, context, sending.userId))
    return guardedFetch(onBehalfOf(context, sending.userId), {
      url,
      method: 'POST',
      headers: {
        ...signedHeaders(secrets, { id, body, now: startedAt }),
        ...familyHeaders(context, sending),
      },
      body,
      timeoutMs,
      maxBytes: config.limits.webhookReadBytes,
      ...(signal && { signal }),
      onSend: (headers) => {
        sent = plainHeaders(headers, config.limits.webhookHeaderBytes)
      },
    })
  }
  const result = await send().catch(failureOf)
  // Not negative if the clock was set back in the meantime.
  const durationMs = Math.max(0, now().getTime() - startedAt.getTime())
  const made = { startedAt, durationMs, requestHeaders: sent }
  return result instanceof OutgoingError
    ? { ...made, ...UNANSWERED, error: reasonOf(result), isBlocked: isBlocked(result) }
    : { ...made, ...answered(result, config.limits) }
}

/** Signature with the secret of a messenger sender, if the webhook is about one. */
function familyHeaders(
  { db }: Pick<Context, 'db'>,
  { body, senderId = null }: Sending,
): Record<string, string> {
  const secret = senderId === null ? undefined : secretQueries(db).ofSender(senderId)
  return secret === undefined ? {} : familySignature(body, secret)
}

const UNANSWERED = {
  status: undefined,
  responseHeaders: null,
  text: null,
  data: {},
  retryAfter: undefined,
} as const

function failureOf(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error
  if (error instanceof AppError && error.code === 'secrets_key_changed')
    return new OutgoingError('failed', fault('signing_secret_lost'))
  throw error
}

const isBlocked = ({ code, isFinal }: OutgoingError): boolean => code === 'blocked' && isFinal

const reasonOf = ({ code, fault: reason }: OutgoingError): Fault<ReasonCode> =>
  code === 'blocked' ? fault('blocked', { reason }) : reason

function answered(
  { status, headers, body, isCut }: GuardedResponse,
  limits: Context['config']['limits'],
): Omit<Attempt, 'startedAt' | 'durationMs' | 'requestHeaders'> {
  return {
    status,
    responseHeaders: plainHeaders(headers, limits.webhookHeaderBytes),
    text: textOf(body, limits.webhookKeptBytes),
    data: isCut ? {} : objectIn(body, limits.bodyDepth),
    retryAfter: headers['retry-after'],
    error: errorOf(status),
    isBlocked: false,
  }
}

function errorOf(status: number): Fault<ReasonCode> | null {
  if (status >= 200 && status < 300) return null
  return status < 400 ? fault('redirect_not_followed') : fault('receiver_answered', { status })
}
