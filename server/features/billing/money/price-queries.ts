import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** Micro-dollars per SMS segment, call minute and message of the messaging channel; null if not offered. */
export interface PriceRow {
  readonly country: string
  readonly sms_price: number | null
  readonly call_price: number | null
  readonly messenger_price: number | null
}

interface NewPrice extends PriceRow {
  readonly now: number
}

const COLUMNS = 'country, sms_price, call_price, messenger_price'

/** All SQL for prices. */
export const priceQueries = oncePerDb((sql) => {
  const find = sql.read<[string], PriceRow>(`SELECT ${COLUMNS} FROM prices WHERE country = ?`)
  const all = sql.read<[], PriceRow>(`SELECT ${COLUMNS} FROM prices ORDER BY country`)
  const load = sql.write<[NewPrice]>(`
    INSERT INTO prices (country, sms_price, call_price, messenger_price, updated_at)
    VALUES (:country, :sms_price, :call_price, :messenger_price, :now)
    ON CONFLICT (country) DO UPDATE SET
      sms_price = excluded.sms_price, call_price = excluded.call_price, messenger_price = excluded.messenger_price,
      updated_at = excluded.updated_at
    WHERE is_edited = 0 AND (
      sms_price IS NOT excluded.sms_price OR call_price IS NOT excluded.call_price
      OR messenger_price IS NOT excluded.messenger_price
    )
  `)
  const edit = sql.write<[NewPrice]>(`
    INSERT INTO prices (country, sms_price, call_price, messenger_price, is_edited, updated_at)
    VALUES (:country, :sms_price, :call_price, :messenger_price, 1, :now)
    ON CONFLICT (country) DO UPDATE SET
      sms_price = excluded.sms_price, call_price = excluded.call_price, messenger_price = excluded.messenger_price,
      is_edited = 1, updated_at = excluded.updated_at
  `)

  return {
    find: (country: string) => find.get(country),
    all: () => all.all(),
    /** Upserts this version's price, unless an operator has set one. */
    load: (tx: Tx, price: NewPrice) => load.run(tx, price),
    /** Sets an operator's price. */
    edit: (tx: Tx, price: NewPrice) => edit.run(tx, price),
  }
})
