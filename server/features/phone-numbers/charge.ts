import type { Context } from '../../context.ts'
import { toIso } from '../../db/time.ts'
import type { Tx } from '../../db/write.ts'
import { release, reserve, type Spending, settle } from '../billing/money/ledger.ts'
import type { BoughtNumberRow } from './bought-queries.ts'

type Needs = Pick<Context, 'db' | 'now'>

/** A month of a bought number, as the ledger names it: it is charged once, whoever asks for it. */
const spendingOn = (row: BoughtNumberRow, from: number): Spending => ({
  userId: row.user_id,
  purpose: 'number',
  reference: `${row.id}:${toIso(from).slice(0, 10)}`,
})

/** Sets the money for the first month aside. False, with nothing changed, if the balance does not reach. */
export const holdFirstMonth = (tx: Tx, context: Needs, row: BoughtNumberRow): boolean =>
  reserve(tx, context, spendingOn(row, row.billed_from), row.monthly_price, row.phone_number)

/** Charges the first month, which was set aside. */
export const settleFirstMonth = (tx: Tx, context: Needs, row: BoughtNumberRow): number =>
  settle(tx, context, spendingOn(row, row.billed_from), row.monthly_price)

/** Gives the money for the first month back: the number was not bought. */
export const releaseFirstMonth = (tx: Tx, context: Needs, row: BoughtNumberRow): void =>
  release(tx, context, spendingOn(row, row.billed_from))

/**
 * Charges a further month. False, with nothing changed, if the balance does not reach.
 * @param from start of the month, ms since 1970
 */
export function chargeMonth(tx: Tx, context: Needs, row: BoughtNumberRow, from: number): boolean {
  const spending = spendingOn(row, from)
  if (!reserve(tx, context, spending, row.monthly_price, row.phone_number)) return false
  settle(tx, context, spending, row.monthly_price)
  return true
}
