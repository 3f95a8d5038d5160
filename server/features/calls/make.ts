import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'
import { priceOf } from '../billing/money/prices.ts'
import { assistantToCall, numberToCall, placeCall } from './place.ts'
import type { StoredCall } from './queries.ts'
import { carrierOf } from './telephone/carrier.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'origin' | 'jobs' | 'write' | 'formApi'>

interface Order {
  readonly assistantId: number
  readonly phoneNumber: string
  readonly variables: JsonObject
}

/**
 * Places an outbound call (docs/spec/decisions.md, section 3). `tie` is called with its id in the transaction that
 * writes it.
 * @throws AppError in this order: 400 for the number, 404 and 422 for the assistant, 400 for a country without a price,
 * 422 for the balance.
 */
export async function makeCall(
  context: Needs,
  userId: number,
  { assistantId, phoneNumber, variables }: Order,
  tie: (tx: Tx, callId: number) => void,
): Promise<StoredCall> {
  const { db, write } = context
  const number = numberToCall(phoneNumber)
  const assistant = assistantToCall(context, userId, assistantId)
  const minutePrice = priceOf(db, number.country)?.call ?? null
  if (minutePrice === null) throw new AppError('destination_unsupported')
  return await write((tx) => {
    const call = placeCall(tx, context, {
      assistant,
      type: 'outbound',
      customer: number.e164,
      variables,
      minutePrice,
      provider: providerFor(context, assistant),
    })
    tie(tx, call.id)
    return call
  })
}

/** The account's provider calls from its own numbers only; all else is played. */
function providerFor(
  context: Needs,
  { user_id: userId, phone_number_id: numberId }: AssistantWithLanguage,
): string {
  const carrier = carrierOf(context, userId)
  const isCarried = carrier && numberId !== null && carrier.numberIds.includes(numberId)
  return isCarried ? carrier.name : SANDBOX
}
