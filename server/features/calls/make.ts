import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { doNotCallQueries } from './do-not-call/queries.ts'
import { routeOf } from './outbound.ts'
import { assistantToCall, numberToCall, placeCall } from './place.ts'
import type { StoredCall } from './queries.ts'

interface Order {
  /** Id or UUID. */
  readonly assistant: number | string
  readonly phoneNumber: string
  readonly variables: JsonObject
}

/**
 * Places an outbound call (docs/spec/decisions.md, section 3). `tie` is called with its id in the transaction that
 * writes it.
 * @throws AppError in this order: 400 for the number, 404 and 422 for the assistant, 422 for a number on the do-not-call list, 400 for a country without a price, or one that
 * calls through the provider may not go to,
 * 422 for a call that is not played and whose speech cannot be paid for, and for the balance.
 */
export async function makeCall(
  context: Context,
  userId: number,
  { assistant: reference, phoneNumber, variables }: Order,
  tie: (tx: Tx, callId: number) => void,
): Promise<StoredCall> {
  const number = numberToCall(phoneNumber)
  const assistant = assistantToCall(context, userId, reference)
  if (doNotCallQueries(context.db).has(userId, number.e164))
    throw new AppError('number_on_do_not_call')
  const { minutePrice, provider } = routeOf(context, assistant, number)
  return await context.write((tx) => {
    const call = placeCall(tx, context, {
      assistant,
      type: 'outbound',
      customer: number.e164,
      variables,
      minutePrice,
      provider,
    })
    tie(tx, call.id)
    return call
  })
}
