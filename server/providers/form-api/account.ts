import type { Context } from '../../context.ts'
import { type GuardedResponse, guardedFetch } from '../http/guarded-fetch.ts'
import { onBehalfOf } from '../http/on-behalf.ts'

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

/** Fields of a form in order; a name may stand there more than once. */
export type Form = readonly [name: string, value: string][]

interface Call {
  /** Below the account, `/Messages.json`; nothing is the account itself. */
  readonly path: string
  /** Without it, it is a GET. */
  readonly form?: Form
  readonly signal?: AbortSignal | undefined
}

/** Bytes of an answer that are read: a page of a list is the largest. */
const MAX_BYTES = 4 * 1024 * 1024

/** A little less than whoever sends waits, so that a connection that never opened is known to be one. */
const SHARE_OF_PATIENCE = 0.9

/**
 * Calls a provider as the account.
 * @throws OutgoingError when there is no whole answer
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
    timeoutMs: Math.round(context.config.limits.smsSendMs * SHARE_OF_PATIENCE),
    maxBytes: MAX_BYTES,
    ...(signal && { signal }),
  })
}

/** The object that an answer is; undefined when it is none, or not whole. */
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
