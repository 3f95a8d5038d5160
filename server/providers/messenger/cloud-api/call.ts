import { z } from 'zod'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { type GuardedResponse, guardedFetch } from '../../http/guarded-fetch.ts'
import { onBehalfOf } from '../../http/on-behalf.ts'
import { providerError } from '../../provider-error.ts'
import { sendTimeout } from '../../send-timeout.ts'
import { baseOf, encoded, failureOf, withoutToken } from '../service-call.ts'

/** Dependencies of calls to the cloud API. */
export type CloudNeeds = Pick<
  Context,
  'config' | 'lookup' | 'networkOf' | 'port' | 'sleep' | 'version'
>

/** A number of a business, and the API that it is used through. */
export interface CloudAccount {
  /** Base URL with the version, such as `https://graph.facebook.com/v23.0`. */
  readonly url: string
  /** The service's id of the number. */
  readonly phoneId: string
  /** The service's id of the business account, which has the templates. */
  readonly businessId: string
  readonly token: string
  /** Account on whose behalf the calls are made. */
  readonly userId: number
}

/**
 * Reason for a call without a result. `refused` calls did nothing for certain; others may have.
 * Its fault is meant for the account and contains no token.
 */
export interface CloudFailure {
  readonly kind: 'token' | 'busy' | 'refused' | 'unreached' | 'unknown'
  readonly reason: Fault
  /** HTTP status, if there was a response. */
  readonly status?: number
  /** Wait that the service asked for, s. */
  readonly retryAfterSeconds?: number
}

/** Result of a call, not yet parsed. */
export type CloudAnswer =
  | { readonly result: unknown; readonly failure?: undefined }
  | { readonly failure: CloudFailure }

interface Call {
  /** Path after the version, such as `/123/messages`; or a whole URL that the service gave. */
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly json?: object
  /** Sent as a form with this file. */
  readonly file?: { readonly name: string; readonly mediaType: string; readonly content: Buffer }
  readonly signal?: AbortSignal | undefined
}

/** Maximum size of a response, bytes: a page of templates is the largest. */
const MAX_BYTES = 4 * 1024 * 1024

/** Longest wait that is obeyed, s. */
const MAX_RETRY_AFTER = 3600

/** Codes of rate limits, with the wait if the service names none, s ("Error codes" in the reference). */
const BUSY: Readonly<Record<number, number>> = {
  // Calls of the app, and of the business account.
  4: 60,
  80007: 60,
  // Messages of the number, per second.
  130429: 5,
  // Messages to the same person.
  131056: 6,
}

/** Codes of an access token that is not, or no longer, accepted. */
const TOKEN_CODES = [0, 102, 190, 463, 467]

const ErrorBody = z.object({
  error: z.object({
    message: z.string().optional(),
    code: z.number().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional(),
  }),
})

/** Calls the cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api). */
export async function callCloud(
  context: CloudNeeds,
  account: CloudAccount,
  { path, method = 'GET', json, file, signal }: Call,
): Promise<CloudAnswer> {
  const form = file && (await formOf(file))
  const type = form?.type ?? (json && 'application/json')
  const body = form?.body ?? (json && JSON.stringify(json))
  try {
    const response = await guardedFetch(onBehalfOf(context, account.userId), {
      url: `${baseOf(account)}${path}`,
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${account.token}`,
        ...(type && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
      timeoutMs: sendTimeout(context),
      maxBytes: MAX_BYTES,
      hasSecret: true,
      ...(signal && { signal }),
    })
    return answerOf(account, response)
  } catch (error) {
    return { failure: failureOf(account, error) }
  }
}

async function formOf({ name, mediaType, content }: NonNullable<Call['file']>) {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', mediaType)
  form.set('file', new File([new Uint8Array(content)], name, { type: mediaType }))
  return encoded(form)
}

function answerOf(account: CloudAccount, response: GuardedResponse): CloudAnswer {
  const { status } = response
  const value = parsed(response)
  if (status >= 200 && status < 300)
    return value === undefined
      ? { failure: { kind: 'unknown', reason: fault('cloud_api_foreign'), status } }
      : { result: value }
  const { data } = ErrorBody.safeParse(value)
  const code = data?.error.code
  const reason = withoutToken(wordsOf(status, data), account)
  if (code === undefined ? status === 401 : TOKEN_CODES.includes(code))
    return { failure: { kind: 'token', reason: fault('cloud_token_refused'), status } }
  const wait = code === undefined ? undefined : BUSY[code]
  if (status === 429 || wait !== undefined) {
    const retryAfterSeconds = Math.min(waitOf(response) ?? wait ?? 60, MAX_RETRY_AFTER)
    return { failure: { kind: 'busy', reason, status, retryAfterSeconds } }
  }
  const isNo = status >= 400 && status < 500 && status !== 408 && data !== undefined
  return { failure: { kind: isNo ? 'refused' : 'unknown', reason, status } }
}

function wordsOf(status: number, data: z.output<typeof ErrorBody> | undefined): Fault {
  const { code, message, error_user_msg: shown, error_data: more } = data?.error ?? {}
  const text = shown ?? more?.details ?? message
  if (!text) return fault('cloud_status', { status })
  return code === undefined ? fault('verbatim', { text }) : providerError(code, text)
}

const Usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })),
)

/** Wait that the service asks for, s: in the usual header, or in minutes in that of its own. */
function waitOf({ headers }: GuardedResponse): number | undefined {
  const seconds = Number(headers['retry-after'])
  if (seconds > 0) return Math.ceil(seconds)
  const usage = headers['x-business-use-case-usage']
  if (typeof usage !== 'string') return undefined
  const all = Usage.safeParse(jsonIn(usage)).data ?? {}
  const minutes = Object.values(all).flatMap((each) =>
    each.map(({ estimated_time_to_regain_access: wait = 0 }) => wait),
  )
  const longest = Math.max(0, ...minutes)
  return longest > 0 ? Math.ceil(longest * 60) : undefined
}

const parsed = ({ body, isCut }: GuardedResponse): unknown =>
  isCut ? undefined : jsonIn(body.toString('utf8'))

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
