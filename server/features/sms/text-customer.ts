import { type Fault, fault } from '#contracts/faults.ts'
import type { Context, CustomerText } from '../../context.ts'
import { phoneNumberQueries } from '../phone-numbers/queries.ts'
import { smsChatQueries } from './chat/queries.ts'
import { trySms } from './send.ts'

/**
 * Sends a text message from one of an account's numbers to a customer who has not opted out.
 * @returns the reason why it was not sent; undefined if it was, or may have been
 */
export async function textCustomer(
  context: Context,
  { userId, from, to, body }: CustomerText,
): Promise<Fault | undefined> {
  const { db } = context
  if (!phoneNumberQueries(db).find(userId, from)) return fault('sms_number_deleted')
  if (smsChatQueries(db).isStopped(userId, to)) return fault('sms_stopped')
  const claim = { hasKey: false, tie: () => {} }
  return trySms(context, { userId, from, to, body, force: false }, claim)
}
