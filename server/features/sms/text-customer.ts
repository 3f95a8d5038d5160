import { type Fault, fault, isFault } from '#contracts/faults.ts'
import type { Context, CustomerText } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { phoneNumberQueries } from '../phone-numbers/queries.ts'
import { smsChatQueries } from './chat/queries.ts'
import { sendSms } from './send.ts'

/**
 * Sends a text message from one of an account's numbers to a customer who has not opted out.
 * @returns the reason why it was not sent; undefined if it was, or may have been
 */
export async function textCustomer(
  context: Context,
  { userId, from, to, body }: CustomerText,
): Promise<Fault | undefined> {
  const { db } = context
  const sender = phoneNumberQueries(db)
    .all(userId)
    .find(({ phone_number: number }) => number === from)
  if (!sender) return fault('sms_number_deleted')
  if (smsChatQueries(db).isStopped(userId, to)) return fault('sms_stopped')
  const claim = { hasKey: false, tie: () => {} }
  try {
    await sendSms(context, { userId, from: sender.id, to, body, force: false }, claim)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { error: detail } = error.details
    return isFault(detail) ? detail : error.fault
  }
}
