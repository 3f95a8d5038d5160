import { isSupportedCountry } from 'libphonenumber-js/max'
import {
  importPrices,
  listLedger,
  listPrices,
  topUpBalance,
  updatePrice,
} from '#contracts/money.ts'
import { InvalidFields, notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { fromDollars } from './dollars.ts'
import { topUp } from './ledger.ts'
import { presentEntry, presentPrice } from './present.ts'
import { priceQueries } from './price-queries.ts'
import { priceFaults, setPrices } from './prices.ts'
import { moneyQueries } from './queries.ts'

export const moneyRoutes: Routes = (context) => {
  const { handle, db } = context
  const money = moneyQueries(db)

  handle(listLedger, ({ principal: { userId }, page }) =>
    page.of(money.count(userId), (slice) => money.page(userId, slice).map(presentEntry)),
  )

  handle(topUpBalance, ({ principal: { userId }, body: { amount, note } }) => {
    const entry = topUp(context, userId, fromDollars(amount), note)
    if (!entry) {
      throw new InvalidFields({
        amount: ['The amount must not take the balance above 1000000000.'],
      })
    }
    return { message: 'Balance topped up successfully', data: presentEntry(entry) }
  })

  handle(listPrices, () => priceQueries(db).all().map(presentPrice))

  handle(updatePrice, ({ params: { country }, body }) => {
    if (!isSupportedCountry(country)) throw notFound('Country not found')
    const [price] = setPrices(context, [{ country, ...body }])
    return { message: 'Price updated successfully', data: presentPrice(price!) }
  })

  handle(
    importPrices,
    ({ body: { rows } }) => {
      // A row says all about its country: what is left out is not sold.
      const prices = rows.map((row) => ({ sms_price: null, call_price: null, ...row }))
      setPrices(context, prices)
      return { message: 'Prices imported successfully', data: { imported: prices.length } }
    },
    ({ rows }) => priceFaults(rows ?? []),
  )
}
