import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { release, reserve, type Spending, settle } from '../billing/money/ledger.ts'
import type { StoredCall } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now'>
type Charged = Pick<StoredCall, 'id' | 'user_id' | 'minute_price' | 'max_duration'>

/** Cost of a call by its duration in seconds, micro-dollars: each started minute, at least one once it was answered. */
export function costOf(seconds: number, minutePrice: number): number {
  return Math.max(1, Math.ceil(seconds / 60)) * minutePrice
}

/**
 * Sets aside what the longest possible call costs.
 * @returns false when the balance does not reach
 */
export function reserveCall(tx: Tx, context: Needs, call: Charged): boolean {
  if (call.minute_price === 0) return true
  return reserve(tx, context, spendingOf(call), heldFor(call))
}

/**
 * Charges a call by its length in seconds, never more than was set aside for it, and gives the rest back. Doing it
 * again changes nothing.
 * @returns what was charged, micro-dollars
 */
export function settleCall(tx: Tx, context: Needs, call: Charged, seconds: number): number {
  if (call.minute_price === 0) return 0
  const billed = Math.min(seconds, call.max_duration)
  return settle(tx, context, spendingOf(call), costOf(billed, call.minute_price))
}

/** Amount reserved for a call until it ends, micro-dollars. */
export const heldFor = ({ minute_price, max_duration }: Charged): number =>
  minute_price === 0 ? 0 : costOf(max_duration, minute_price)

/** Gives back what was set aside for a call that nobody took. Doing it again changes nothing. */
export function releaseCall(tx: Tx, context: Needs, call: Charged): void {
  if (call.minute_price > 0) release(tx, context, spendingOf(call))
}

const spendingOf = ({ id, user_id }: Charged): Spending => ({
  userId: user_id,
  purpose: 'call',
  reference: String(id),
})
