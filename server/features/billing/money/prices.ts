import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { fromDollars } from '../../platform/values/dollars.ts'
import { type PriceRow, priceQueries } from './price-queries.ts'
import { PRICES } from './reference/prices.ts'

/** Micro-dollars per SMS segment, call minute and message of the messaging channel; null if not offered. */
export interface Price {
  readonly sms: number | null
  readonly call: number | null
  readonly messenger: number | null
}

/** Prices of messages and calls to a country (docs/spec/decisions.md, section 5); undefined if it has none. */
export function priceOf(db: Db, country: CountryCode): Price | undefined {
  const row = priceQueries(db).find(country)
  return row && { sms: row.sms_price, call: row.call_price, messenger: row.messenger_price }
}

/** Upserts this version's price list; prices set by an operator are kept. */
export async function loadPrices({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'now' | 'write'>): Promise<void> {
  const prices = priceQueries(db)
  const time = now().getTime()
  await write((tx) => {
    for (const [country, { sms, call, messenger }] of Object.entries(PRICES)) {
      prices.load(tx, {
        country,
        sms_price: fromDollars(sms),
        call_price: fromDollars(call),
        messenger_price: fromDollars(messenger),
        now: time,
      })
    }
  })
}

/** New prices of a country in USD: null means not offered, undefined leaves a price unchanged. */
export interface PriceChange {
  readonly country: string
  readonly sms_price?: number | null | undefined
  readonly call_price?: number | null | undefined
  readonly messenger_price?: number | null | undefined
}

/** Sets operator prices in one transaction; later price lists of Parley do not override them. */
export async function setPrices(
  { db, write, now }: Pick<Context, 'db' | 'now' | 'write'>,
  changes: readonly PriceChange[],
): Promise<PriceRow[]> {
  const prices = priceQueries(db)
  const time = now().getTime()
  return await write((tx) =>
    changes.map(({ country, ...change }) => {
      const current = prices.find(country)
      const row = {
        country,
        sms_price: changed(current?.sms_price, change.sms_price),
        call_price: changed(current?.call_price, change.call_price),
        messenger_price: changed(current?.messenger_price, change.messenger_price),
      }
      prices.edit(tx, { ...row, now: time })
      return row
    }),
  )
}

function changed(current: number | null | undefined, wanted: number | null | undefined) {
  if (wanted === undefined) return current ?? null
  return wanted === null ? null : fromDollars(wanted)
}

/** Unknown and duplicate countries, by row. */
export function priceFaults(rows: readonly PriceChange[]): FieldFaults {
  const seen = new Set<string>()
  const errors: FieldFaults = {}
  for (const [index, { country }] of rows.entries()) {
    const field = `rows.${index}.country`
    if (!isSupportedCountry(country)) errors[field] = [fault('not_selectable')]
    else if (seen.has(country)) errors[field] = [fault('duplicate_row')]
    seen.add(country)
  }
  return errors
}
