import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'
import { priceOf } from '../billing/money/prices.ts'
import { isDestination } from '../phone-numbers/destinations.ts'
import type { ParsedNumber } from '../platform/values/telephone.ts'
import { speechOf } from '../speech/speech-of.ts'
import { hasFunds } from './session/funds.ts'
import { carrierOf } from './telephone/carrier.ts'
import { payerOnTelephone } from './telephone/payer.ts'

/**
 * Provider and price of an outbound call to a number, in micro-dollars a minute.
 * @param numberId the account's number that it comes from
 * @throws AppError 400 for a country without a price, or one that calls through the provider may not go to, 422 for a call that
 * is not played and whose speech cannot be paid for.
 */
export function routeOf(
  context: Context,
  assistant: AssistantWithLanguage,
  { country }: ParsedNumber,
  numberId: number | null = assistant.phone_number_id,
): { readonly minutePrice: number; readonly provider: string } {
  const minutePrice = priceOf(context.db, country)?.call ?? null
  if (minutePrice === null) throw new AppError('destination_unsupported')
  const provider = providerFor(context, assistant.user_id, numberId)
  if (provider !== SANDBOX) {
    if (!isDestination(context, assistant.user_id, country))
      throw new AppError('call_country_not_allowed')
    assertSpeechPaid(context, assistant)
  }
  return { minutePrice, provider }
}

/** @throws AppError 422 where the first minute cannot be set aside. */
function assertSpeechPaid(context: Context, assistant: AssistantWithLanguage): void {
  const { minutePrice } = speechOf(context, assistant)
  if (!hasFunds(context, payerOnTelephone(assistant), minutePrice))
    throw new AppError('speech_unpaid')
}

/** The account's provider calls from its own numbers only; all else is played. */
function providerFor(context: Context, userId: number, numberId: number | null): string {
  const carrier = carrierOf(context, userId)
  const isCarried = carrier && numberId !== null && carrier.numberIds.includes(numberId)
  return isCarried ? carrier.name : SANDBOX
}
