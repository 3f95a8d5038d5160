/*
 * GET    /user/ledger           listLedger
 * GET    /user/ledger/export    exportLedger
 * GET    /user/ledger/spending  getSpending
 * POST   /user/ledger           topUpBalance
 * GET    /user/prices/number    findPrice
 * GET    /user/prices           listPrices
 * PUT    /user/prices/:country  updatePrice
 * POST   /user/prices/import    importPrices
 */
import { isSupportedCountry } from 'libphonenumber-js/max'
import { fault } from '#contracts/faults.ts'
import {
  exportLedger,
  findPrice,
  getSpending,
  importPrices,
  LedgerEntry,
  listLedger,
  listPrices,
  topUpBalance,
  updatePrice,
} from '#contracts/money.ts'
import { periodOf } from '../../../db/time.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import { SLICE, sendExport } from '../../../http/export.ts'
import type { Routes } from '../../../http/routes.ts'
import { fromDollars } from '../../platform/values/dollars.ts'
import { numberInQuery, parseNumber } from '../../platform/values/telephone.ts'
import { topUp } from './ledger.ts'
import { presentEntry, presentPrice } from './present.ts'
import { priceQueries } from './price-queries.ts'
import { priceFaults, setPrices } from './prices.ts'
import { moneyQueries } from './queries.ts'
import { spendingByDay } from './spending.ts'

export const moneyRoutes: Routes = (context) => {
  const { handle, db, write } = context
  const money = moneyQueries(db)

  handle(listLedger, ({ principal: { userId }, query, page }) => {
    const list = money.entries(userId, { kind: query.kind, ...periodOf(query) })
    return page.of(list.total, (slice) => list.rows(slice).map(presentEntry))
  })

  handle(exportLedger, (call) => {
    const { principal, query } = call
    const list = money.entries(principal.userId, { kind: query.kind, ...periodOf(query) })
    return sendExport(call, {
      name: 'statement',
      item: LedgerEntry,
      total: list.total,
      slices: list.slices(SLICE),
      show: presentEntry,
    })
  })

  handle(getSpending, ({ principal: { userId }, query }) => ({
    days: spendingByDay(context, userId, query),
  }))

  handle(topUpBalance, async ({ principal, body }) => {
    const { amount, note, user_id: userId = principal.userId } = body
    if (!moneyQueries(db).isAccount(userId)) throw notFound('account_not_found')
    const entry = await write((tx) => topUp(tx, context, userId, fromDollars(amount), note))
    if (!entry) {
      throw new InvalidFields({
        amount: [fault('balance_too_large', { max: 1_000_000_000 })],
      })
    }
    return { message: 'Balance topped up successfully', data: presentEntry(entry) }
  })

  handle(findPrice, ({ query }) => {
    const number = parseNumber(numberInQuery(query.phone_number))
    if (!number) throw new InvalidFields({ phone_number: [fault('not_valid_phone_number')] })
    const row = priceQueries(db).find(number.country)
    const unsold = {
      country: number.country,
      sms_price: null,
      call_price: null,
      messenger_price: null,
    }
    return { phone_number: number.e164, ...presentPrice(row ?? unsold) }
  })

  handle(listPrices, () => priceQueries(db).all().map(presentPrice))

  handle(updatePrice, async ({ params: { country }, body }) => {
    if (!isSupportedCountry(country)) throw notFound('country_not_found')
    const [price] = await setPrices(context, [{ country, ...body }])
    return { message: 'Price updated successfully', data: presentPrice(price!) }
  })

  handle(
    importPrices,
    async ({ body: { rows } }) => {
      // A row is complete: a price that is left out is not offered. Older lists have none for the messaging channel.
      const prices = rows.map((row) => ({ sms_price: null, call_price: null, ...row }))
      await setPrices(context, prices)
      return { message: 'Prices imported successfully', data: { imported: prices.length } }
    },
    ({ rows }) => priceFaults(rows ?? []),
  )
}
