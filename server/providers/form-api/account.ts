import type { Context } from '../../context.ts'
import { type GuardedResponse, guardedFetch } from '../http/guarded-fetch.ts'
import { onBehalfOf } from '../http/on-behalf.ts'
import { sendTimeout } from '../send-timeout.ts'

/** Dependencies of calls to a provider. */
export type FormApiNeeds = Pick<
  Context,
  'networkOf' | 'sleep' | 'lookup' | 'port' | 'version' | 'now' | 'config'
>

/** An account with a provider of the common form API. */
export interface FormApiAccount {
  /** Base URL. */
  readonly url: string
  readonly account: string
  readonly token: string
}

/** Form fields in order; names may repeat. */
export type Form = readonly [name: string, value: string][]

interface Call {
  /** Path below the account, such as `/Messages.json`; empty for the account itself. */
  readonly path: string
  /** Form to POST; without it, the request is a GET. */
  readonly form?: Form
  readonly signal?: AbortSignal | undefined
}

/** Maximum response size, bytes: pages of a list are the largest. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * Calls a provider on behalf of the account.
 * @throws OutgoingError if there is no complete response
 */
export function callFormApi(
  context: FormApiNeeds,
  { url, account, token }: FormApiAccount,
  { path, form, signal }: Call,
): Promise<GuardedResponse> {
  return guardedFetch(onBehalfOf(context, null), {
    url: `${url.replace(/\/+$/, '')}/2010-04-01/Accounts/${account}${path || '.json'}`,
    method: form ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      accept: 'application/json',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && {
      body: new URLSearchParams([...form]).toString(),
    }),
    timeoutMs: sendTimeout(context),
    maxBytes: MAX_BYTES,
    ...(signal && { signal }),
  })
}

/** Parses a response as a JSON object; undefined if it is not one or was truncated. */
export function objectIn({ body, isCut }: GuardedResponse): Record<string, unknown> | undefined {
  if (isCut) return undefined
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
