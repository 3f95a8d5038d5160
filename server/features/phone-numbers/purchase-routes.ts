/*
 * GET    /user/phone-numbers/search    searchPhoneNumbers
 * POST   /user/phone-numbers/purchase  purchasePhoneNumber
 * DELETE /user/phone-numbers/:id       deletePhoneNumber
 * POST   /user/phone-numbers/:id/keep  keepPhoneNumber
 */
import { fault } from '#contracts/faults.ts'
import {
  deletePhoneNumber,
  keepPhoneNumber,
  MAX_OFFERS,
  purchasePhoneNumber,
  searchPhoneNumbers,
} from '#contracts/phone-numbers.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { once } from '../platform/idempotency/once.ts'
import { parseOwnNumber } from '../platform/values/telephone.ts'
import { boughtNumberQueries } from './bought-queries.ts'
import { buyNumber } from './buy.ts'
import { cancelRelease, removeNumber, scheduleRelease } from './delete.ts'
import { presentNumber, presentOffer } from './present.ts'
import { type PhoneNumberRow, phoneNumberQueries } from './queries.ts'
import { giveBack } from './renew.ts'
import { closeTrunk } from './sip-trunks/close.ts'

/** Numbers that are bought by the month, and how any number goes. */
export const numberPurchaseRoutes: Routes = (context) => {
  const { handle, db, write, now, numberCarrier: carrier } = context
  const numbers = phoneNumberQueries(db)

  handle(searchPhoneNumbers, async ({ principal: { userId }, query }) => {
    const offers = await carrier.search({
      country: query.country_code,
      digits: query.contains ?? '',
      limit: MAX_OFFERS,
      isTaken: (number) => numbers.isInUse(userId, number),
    })
    const data = offers.map(presentOffer)
    return { data, result: data }
  })

  handle(
    purchasePhoneNumber,
    ({ principal: { userId }, body, req }) =>
      once(context, {
        req,
        userId,
        operation: 'purchase_number',
        body,
        act: async (claim) =>
          purchased(
            await buyNumber(context, userId, parseOwnNumber(body.phone_number)!.e164, claim),
          ),
        answerOf(id) {
          const row = numbers.find(userId, id)
          if (!row) throw new AppError('purchase_failed')
          return row.is_ordered === 1 ? purchased(row) : undefined
        },
      }),
    ({ phone_number: number }) =>
      number === undefined || parseOwnNumber(number)
        ? {}
        : { phone_number: [fault('phone_number_unparsable')] },
  )

  handle(deletePhoneNumber, async ({ principal: { userId }, params }) => {
    const row = find(userId, params.id)
    if (row.carrier === null) {
      await closeTrunk(context, userId, row.id)
      await write((tx) => removeNumber(tx, context, row))
      return { message: 'Phone number deleted successfully.' }
    }
    await write((tx) => scheduleRelease(tx, context, find(userId, params.id)))
    // The month of one that stayed unpaid is over.
    const due = boughtNumberQueries(db).findDue(row.id, now())
    if (due) await giveBack(context, due)
    return {
      message:
        'Phone number released successfully. It will be removed at the end of the billing period.',
    }
  })

  handle(keepPhoneNumber, async ({ principal: { userId }, params }) => ({
    message: 'Phone number kept successfully.',
    data: presentNumber(
      await write((tx) => cancelRelease(tx, context, find(userId, params.id))),
      now(),
    ),
  }))

  const purchased = (row: PhoneNumberRow) => ({
    message: 'Phone number purchased successfully.',
    data: presentNumber(row, now()),
  })

  function find(userId: number, id: number): PhoneNumberRow {
    const row = numbers.find(userId, id)
    if (!row) throw notFound('phone_number_not_found')
    return row
  }
}
