import { type Fault, fault } from '#contracts/faults.ts'
import type { GuardedResponse } from '../http/guarded-fetch.ts'
import { OutgoingError } from '../http/outgoing-error.ts'
import {
  callFormApi,
  type Form,
  type FormApiAccount,
  type FormApiNeeds,
  objectIn,
} from './account.ts'
import { scrubbed, scrubbedFault } from './scrub.ts'
import { type Shown, sidIn } from './shown.ts'

/** Outcome of asking a provider for something new. Errors are shown to the account, so they contain no secrets. */
export type Posted =
  /** The provider has it, and shows it so. */
  | { readonly result: 'accepted'; readonly sid: string; readonly shown: Shown }
  /** It is certain that nothing was begun: the connection was refused, or the answer is a definite no (4xx). */
  | {
      readonly result: 'refused'
      readonly error: Fault
      /** Of the answer, where there was one. */
      readonly status?: number
      /** Wait that the provider asks for (429). */
      readonly retryAfterSeconds?: number | undefined
    }
  /** It may have been begun: a timeout, a 5xx, a broken answer. */
  | { readonly result: 'unknown'; readonly error: Fault }

/** A provider's own code for "too many requests", which not every one of them puts into the status. */
const TOO_MANY = 20_429

/** Pause after a 429 without `Retry-After`, seconds. */
const RETRY_AFTER = 60
const LONGEST_RETRY_AFTER = 86_400

/** Statuses that are a no by their number, and yet say nothing about what was done. */
const UNCLEAR = [408, 425, 499]

interface Post {
  readonly path: string
  readonly form: Form
  readonly signal: AbortSignal
}

/**
 * Asks a provider for something new, once. A definite no, and a connection that never opened, is `refused`; whatever
 * leaves any doubt is `unknown`.
 */
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
  const isNo = status >= 400 && status < 500 && !UNCLEAR.includes(status)
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
  const words = typeof code === 'number' ? `${code}: ${message}` : message
  return fault('verbatim', { text: scrubbed(words, account) })
}

function retryAfterOf({ headers }: GuardedResponse, now: Date): number {
  const sent = headers['retry-after'] ?? ''
  const seconds = /^\d+$/.test(sent)
    ? Number(sent)
    : Math.ceil((Date.parse(sent) - now.getTime()) / 1000)
  return seconds > 0 ? Math.min(seconds, LONGEST_RETRY_AFTER) : RETRY_AFTER
}
