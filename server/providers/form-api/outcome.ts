import { type Fault, fault } from '#contracts/faults.ts'
import type { GuardedResponse } from '../http/guarded-fetch.ts'
import { OutgoingError } from '../http/outgoing-error.ts'
import { providerError } from '../provider-error.ts'
import {
  callFormApi,
  type Form,
  type FormApiAccount,
  type FormApiNeeds,
  objectIn,
} from './account.ts'
import { scrubbed, scrubbedFault } from './scrub.ts'
import { type ProviderRecord, sidIn } from './shown.ts'

/** Outcome of a request to create something at a provider. Errors are shown to the account, so they contain no secrets. */
export type Posted =
  /** The provider accepted it and returned this record. */
  | { readonly result: 'accepted'; readonly sid: string; readonly shown: ProviderRecord }
  /** Nothing was created for certain: the connection was refused, or the provider responded with a definite refusal (4xx). */
  | {
      readonly result: 'refused'
      readonly error: Fault
      /** HTTP status, if there was a response. */
      readonly status?: number
      /** Wait requested by the provider (429), s. */
      readonly retryAfterSeconds?: number | undefined
    }
  /** It may have been created: a timeout, a 5xx, an invalid response. */
  | { readonly result: 'unknown'; readonly error: Fault }

/** The provider's own code for "too many requests"; some providers do not use status 429. */
const TOO_MANY = 20_429

/** Wait after a 429 without `Retry-After`, seconds. */
const RETRY_AFTER = 60
const MAX_RETRY_AFTER = 86_400

/** 4xx statuses that leave it open whether anything was created. */
const AMBIGUOUS_STATUSES = [408, 425, 499]

interface Post {
  readonly path: string
  readonly form: Form
  readonly signal: AbortSignal
}

/** Sends a create request to a provider, once. A definite refusal or a connection that never opened is `refused`; anything in doubt is `unknown`. */
export async function postForm(
  context: FormApiNeeds,
  account: FormApiAccount,
  post: Post,
): Promise<Posted> {
  try {
    return outcomeOfAnswer(await callFormApi(context, account, post), account, context.now())
  } catch (error) {
    return outcomeOfFailure(error, account)
  }
}

function outcomeOfAnswer(response: GuardedResponse, account: FormApiAccount, now: Date): Posted {
  const { status } = response
  const answer = objectIn(response)
  if (status >= 200 && status < 300) {
    const sid = answer && sidIn(answer)
    if (!sid) return { result: 'unknown', error: fault('sms_answer_broken') }
    return { result: 'accepted', sid, shown: answer }
  }
  const isNo = status >= 400 && status < 500 && !AMBIGUOUS_STATUSES.includes(status)
  if (!isNo) return { result: 'unknown', error: fault('sms_provider_status', { status }) }
  const error = wordsOf(status, answer, account)
  const isTooMany = status === 429 || Number(answer?.['code']) === TOO_MANY
  const refused = { result: 'refused', error, status } as const
  return isTooMany ? { ...refused, retryAfterSeconds: retryAfterOf(response, now) } : refused
}

/** If the connection never opened, nothing was sent. */
function outcomeOfFailure(error: unknown, account: FormApiAccount): Posted {
  if (!(error instanceof OutgoingError)) throw error
  const reason = fault('outgoing_failed', { reason: scrubbedFault(error.fault, account) })
  return { result: error.mayHaveLeft ? 'unknown' : 'refused', error: reason }
}

function wordsOf(
  status: number,
  answer: Record<string, unknown> | undefined,
  account: FormApiAccount,
): Fault {
  const { code, message } = answer ?? {}
  if (typeof message !== 'string' || message === '') return fault('sms_provider_status', { status })
  const text = scrubbed(message, account)
  return typeof code === 'number' ? providerError(code, text) : fault('verbatim', { text })
}

function retryAfterOf({ headers }: GuardedResponse, now: Date): number {
  const sent = headers['retry-after'] ?? ''
  const seconds = /^\d+$/.test(sent)
    ? Number(sent)
    : Math.ceil((Date.parse(sent) - now.getTime()) / 1000)
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER) : RETRY_AFTER
}
