import { type Context, newSecret } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { priceOf } from '../../billing/money/prices.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import { speechOf } from '../../speech/speech-of.ts'
import { recordOnCall } from '../desk/place.ts'
import { giveUp, hangUp } from '../lifecycle.ts'
import { placeCall } from '../place.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { hasFunds } from '../session/funds.ts'
import { carrierOf } from './carrier.ts'
import { payerOnTelephone } from './payer.ts'
import { telephoneFor } from './telephone-of.ts'
import { transferQueries } from './transfer-queries.ts'
import type { WarmTransferRequest } from './warm-transfer.ts'

/** So many people are called for one caller at most: each costs money, and a caller could ask again and again. */
const MAX_TRANSFERS = 3

/** A briefing is spoken aloud: longer ones are a mistake, characters. */
const MAX_SUMMARY = 1000

interface SecondCall {
  readonly transferId: number
  readonly legId: number
}

/**
 * Places the second call of a warm transfer, under the rules of every outgoing call: the account's provider, its price, and
 * the money for it set aside before it is dialled.
 * @returns a sentence for the model where that cannot be
 */
export async function placeSecondCall(
  context: Context,
  { call, assistant }: { readonly call: StoredCall; readonly assistant: AssistantWithLanguage },
  request: WarmTransferRequest,
): Promise<SecondCall | string> {
  const { db, write } = context
  const carrier = carrierOf(context, assistant.user_id)
  const numberId = [request.fromId, assistant.phone_number_id].find(
    (id) => id !== null && id !== undefined && carrier?.numberIds.includes(id),
  )
  const minutePrice = priceOf(db, request.number.country)?.call ?? null
  if (carrier?.name !== call.provider || !numberId || minutePrice === null)
    return 'The call cannot be passed on: there is no telephone line for it.'
  const { minutePrice: speechPrice } = speechOf(context, assistant)
  if (!hasFunds(context, payerOnTelephone(assistant), speechPrice)) return UNPAID
  const from = phoneNumberQueries(db).find(assistant.user_id, numberId)!.phone_number
  const transfers = transferQueries(db)
  const briefing = `${request.briefing.trim()} ${request.summary.trim().slice(0, MAX_SUMMARY)}`
  try {
    return await write((tx) => {
      const before = transfers.ofCall(call.id)
      if (before.some(({ endedAt }) => endedAt === null)) return 'A person is being called already.'
      if (before.length >= MAX_TRANSFERS) return 'Nobody more can be called for this caller.'
      const { id: legId } = placeCall(tx, context, {
        assistant,
        type: 'outbound',
        customer: request.number.e164,
        variables: {},
        minutePrice,
        provider: carrier.name,
        from,
      })
      const conference = newSecret(context)
      const transferId = transfers.insert(tx, { callId: call.id, legId, conference, briefing })
      const data = { number: request.number.e164, call_id: legId }
      recordOnCall(tx, context, call, { kind: 'transfer_asked', operatorId: null, data })
      return { transferId, legId }
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_balance_for_call') return UNPAID
    throw error
  }
}

const UNPAID = 'The call cannot be passed on: the balance does not reach for a second call.'

/** Ends the second call of a warm transfer, whatever has become of it. Resolves once that is written down. */
export async function endSecondCall(context: Context, legId: number): Promise<void> {
  const { db, now, write, liveCalls } = context
  const at = now().getTime()
  const live = liveCalls.byId(legId)
  if (live) return await live.close('failed')
  const ending = telephoneFor(context, callQueries(db).byId(legId)?.provider ?? '')?.ending(legId)
  const isOver = await write(
    (tx) =>
      giveUp(tx, context, legId, 'failed', at) ||
      hangUp(tx, context, legId, { status: 'ended', by: null, at }),
  )
  if (isOver) void ending?.()
}
