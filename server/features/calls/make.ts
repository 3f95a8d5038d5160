import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'
import { priceOf } from '../billing/money/prices.ts'
import { isDestination } from '../phone-numbers/destinations.ts'
import { speechOf } from '../speech/speech-of.ts'
import { doNotCallQueries } from './do-not-call/queries.ts'
import { assistantToCall, numberToCall, placeCall } from './place.ts'
import type { StoredCall } from './queries.ts'
import { hasFunds } from './session/funds.ts'
import { carrierOf } from './telephone/carrier.ts'
import { payerOnTelephone } from './telephone/payer.ts'

interface Order {
  readonly assistantId: number
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
  { assistantId, phoneNumber, variables }: Order,
  tie: (tx: Tx, callId: number) => void,
): Promise<StoredCall> {
  const { db, write } = context
  const number = numberToCall(phoneNumber)
  const assistant = assistantToCall(context, userId, assistantId)
  if (doNotCallQueries(db).ofNumber(userId, number.e164))
    throw new AppError('number_on_do_not_call')
  const minutePrice = priceOf(db, number.country)?.call ?? null
  if (minutePrice === null) throw new AppError('destination_unsupported')
  const provider = providerFor(context, assistant)
  if (provider !== SANDBOX) {
    if (!isDestination(context, userId, number.country))
      throw new AppError('call_country_not_allowed')
    assertSpeechPaid(context, assistant)
  }
  return await write((tx) => {
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

/** @throws AppError 422 where the first minute cannot be set aside. */
function assertSpeechPaid(context: Context, assistant: AssistantWithLanguage): void {
  const { minutePrice } = speechOf(context, assistant)
  if (!hasFunds(context, payerOnTelephone(assistant), minutePrice))
    throw new AppError('speech_unpaid')
}

/** The account's provider calls from its own numbers only; all else is played. */
function providerFor(
  context: Context,
  { user_id: userId, phone_number_id: numberId }: AssistantWithLanguage,
): string {
  const carrier = carrierOf(context, userId)
  const isCarried = carrier && numberId !== null && carrier.numberIds.includes(numberId)
  return isCarried ? carrier.name : SANDBOX
}
