import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Claim } from '../platform/idempotency/once.ts'
import { type BoughtNumberRow, boughtNumberQueries } from './bought-queries.ts'
import { holdFirstMonth, releaseFirstMonth, settleFirstMonth } from './charge.ts'
import { removeNumber } from './delete.ts'
import { monthEndAfter } from './months.ts'
import { type PhoneNumberRow, phoneNumberQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'write' | 'numberCarrier' | 'log'>

/**
 * Buys a number: the row and the money are one commit, then the carrier is asked, and a refusal takes both back.
 * @param number E.164
 * @throws AppError `phone_number_in_use`, `phone_number_not_for_sale`, `purchase_unpaid` or `purchase_failed`
 */
export async function buyNumber(
  context: Needs,
  userId: number,
  number: string,
  claim: Claim,
): Promise<PhoneNumberRow> {
  const { db, write, now, numberCarrier: carrier } = context
  const numbers = phoneNumberQueries(db)
  const assertFree = () => {
    if (numbers.isInUse(userId, number)) throw new AppError('phone_number_in_use')
  }
  assertFree()
  const offer = await carrier.find(number)
  if (!offer) throw new AppError('phone_number_not_for_sale')
  const row = await write((tx) => {
    // Somebody else may have been faster while the carrier was asked.
    assertFree()
    const time = now().getTime()
    const row = boughtNumberQueries(db).insert(tx, {
      user_id: userId,
      phone_number: number,
      country_code: offer.country,
      sms_capable: offer.isSmsCapable ? 1 : 0,
      region: carrier.region,
      carrier: carrier.name,
      monthly_price: offer.monthlyPrice,
      billed_from: time,
      subscription_expires_at: monthEndAfter(time, time),
    })
    if (!holdFirstMonth(tx, context, row)) throw new AppError('purchase_unpaid')
    claim.tie(tx, row.id)
    return row
  })
  return await placeOrder(context, row)
}

/**
 * Orders a number whose money is set aside, and charges it.
 * @throws AppError `purchase_failed`; nothing is kept then
 */
async function placeOrder(context: Needs, row: BoughtNumberRow): Promise<PhoneNumberRow> {
  const { db, write, numberCarrier: carrier, log } = context
  try {
    await carrier.order(row.phone_number, `parley-number-${row.id}`)
  } catch (error) {
    log.warn({ err: error, number: row.id }, 'a carrier refused to sell a number')
    await write((tx) => {
      releaseFirstMonth(tx, context, row)
      removeNumber(tx, context, row)
    })
    throw new AppError('purchase_failed')
  }
  return await write((tx) => {
    settleFirstMonth(tx, context, row)
    boughtNumberQueries(db).confirm(tx, row.id)
    return phoneNumberQueries(db).find(row.user_id, row.id)!
  })
}

/** Orders once more what a process that died had not seen confirmed; call it before the server accepts requests. */
export async function recoverPurchases(context: Needs): Promise<void> {
  for (const row of boughtNumberQueries(context.db).unconfirmed()) {
    await placeOrder(context, row).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
}
