import type { AnswerOf } from '#contracts/endpoint.ts'
import { decodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { sendSms } from '#contracts/sms.ts'
import { AppError } from '../../errors.ts'
import { presentSms } from './present.ts'
import type { StoredSms } from './queries.ts'

/**
 * The response to the sender of a message (docs/spec/decisions.md, section 2, "Send SMS"); undefined while it is still
 * queued.
 * @throws AppError if it was not sent, or its outcome is unknown
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

/** The error for an unsent message; `retryAfterSeconds` is the wait requested by the provider. */
export function notSent(error: Fault | undefined, retryAfterSeconds?: number): AppError {
  const headers =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return new AppError('sms_not_sent', { headers, details: { error: error ?? '' } })
}

/** The error if an identical message may already have been sent. */
export function maybeSentAlready(reference: number): AppError {
  const error = fault('sms_same_unknown', { id: reference })
  return new AppError('sms_maybe_sent', { details: { error } })
}
