import type { AnswerOf } from '#contracts/endpoint.ts'
import { decodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { sendSms } from '#contracts/sms.ts'
import { AppError } from '../../errors.ts'
import { presentSms } from './present.ts'
import type { StoredSms } from './queries.ts'

/**
 * The answer to whoever sent a message (docs/spec/decisions.md, section 2, "Send SMS"); undefined while it is on its
 * way.
 * @throws AppError when it is not sent, or nobody knows.
 */
export function answerOf(message: StoredSms): AnswerOf<typeof sendSms> | undefined {
  switch (message.status) {
    case 'queued':
      return undefined
    case 'failed':
      throw notSent((message.error && decodeFault(message.error)) ?? undefined)
    case 'unknown':
      throw notSent(fault('sms_outcome_unknown', { id: message.id }))
    default:
      return { message: 'SMS sent successfully', data: presentSms(message) }
  }
}

/** The failure of a message; `retryAfterSeconds` is how long the provider wants to be left alone. */
export function notSent(error: Fault | undefined, retryAfterSeconds?: number): AppError {
  const headers =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return new AppError('sms_not_sent', { headers, details: { error: error ?? '' } })
}

/** The same message may be on its way already. */
export function maybeSentAlready(reference: number): AppError {
  const error = fault('sms_same_unknown', { id: reference })
  return new AppError('sms_maybe_sent', { details: { error } })
}
