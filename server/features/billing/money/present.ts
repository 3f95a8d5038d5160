import type { LedgerEntry, Price } from '#contracts/money.ts'
import { toDateTime } from '../../../db/time.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import type { PriceRow } from './price-queries.ts'
import type { LedgerRow } from './queries.ts'

/** A ledger entry in the wire format. */
export function presentEntry({ amount, balance, created_at, ...row }: LedgerRow): LedgerEntry {
  return {
    id: row.id,
    kind: row.kind,
    amount: toDollars(amount),
    balance: toDollars(balance),
    reference: row.reference,
    note: row.note,
    created_at: toDateTime(created_at),
  }
}

/** A country's prices in the wire format. */
export function presentPrice(row: PriceRow): Price {
  return {
    country: row.country,
    sms_price: orNull(row.sms_price),
    call_price: orNull(row.call_price),
    messenger_price: orNull(row.messenger_price),
  }
}

const orNull = (micro: number | null): number | null => (micro === null ? null : toDollars(micro))
