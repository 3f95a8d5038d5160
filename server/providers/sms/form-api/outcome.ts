import { type Fault, fault } from '#contracts/faults.ts'
import type { GuardedResponse } from '../../http/guarded-fetch.ts'
import { OutgoingError } from '../../http/outgoing-error.ts'
import type { Sent } from '../provider.ts'
import { type FormApiAccount, objectIn } from './account.ts'
import { segmentsIn, sidIn } from './message.ts'
import { scrubbed, scrubbedFault } from './scrub.ts'

/** A provider's own code for "too many requests", which not every one of them puts into the status. */
const TOO_MANY = 20_429

/** Pause after a 429 without `Retry-After`, seconds. */
const RETRY_AFTER = 60
const LONGEST_RETRY_AFTER = 86_400

/** Statuses that are a no by their number, and yet say nothing about what was done. */
const UNCLEAR = [408, 425, 499]

/** Outcome of a send, from the provider's answer. */
export function outcomeOfAnswer(
  response: GuardedResponse,
  account: FormApiAccount,
  now: Date,
): Sent {
  const { status } = response
  const answer = objectIn(response)
  if (status >= 200 && status < 300) {
    const sid = answer && sidIn(answer)
    if (!sid) return { result: 'unknown', error: fault('sms_answer_broken') }
    return { result: 'accepted', sid, segments: segmentsIn(answer) }
  }
  const isNo = status >= 400 && status < 500 && !UNCLEAR.includes(status)
  if (!isNo) return { result: 'unknown', error: fault('sms_provider_status', { status }) }
  const error = wordsOf(status, answer, account)
  const isTooMany = status === 429 || Number(answer?.['code']) === TOO_MANY
  return isTooMany
    ? { result: 'refused', error, retryAfterSeconds: retryAfterOf(response, now) }
    : { result: 'refused', error }
}

/** Outcome of a send without an answer: if the connection never opened, nothing was sent. */
export function outcomeOfFailure(error: unknown, account: FormApiAccount): Sent {
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
