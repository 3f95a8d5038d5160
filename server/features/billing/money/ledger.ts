import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { fromDollars } from '../../platform/values/dollars.ts'
import { type LedgerRow, moneyQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now'>

/** Purpose of a payment; the prefix of its entry kinds. */
export type Purpose = 'sms' | 'messenger' | 'call' | 'llm' | 'number'

/** A chargeable item: `reference` is its id, which makes each step idempotent. */
export interface Spending {
  readonly userId: number
  readonly purpose: Purpose
  readonly reference: string
}

/** Maximum balance: up to here every micro-dollar is exact as a JSON number. */
const MAX_BALANCE = fromDollars(1_000_000_000)

/**
 * Sets money aside for what is about to be done (docs/spec/decisions.md, section 5). False when the balance does not
 * reach; nothing has changed then.
 * @param amount micro-dollars
 */
export function reserve(
  tx: Tx,
  context: Needs,
  spending: Spending,
  amount: number,
  note?: string,
): boolean {
  return write(tx, context, spending, { step: 'hold', amount: -amount, note })
}

/** Releases a reservation in full because nothing was done. Idempotent. */
export function release(tx: Tx, context: Needs, spending: Spending): void {
  settle(tx, context, spending, 0)
}

/**
 * Charges what it really cost and gives the rest of what was set aside back. What it cost beyond that is an entry of
 * its own (`extra`) with the note; when the balance does not reach for all of it, nothing beyond is charged. Doing it
 * again changes nothing.
 * @param cost micro-dollars
 * @returns the amount charged: less than `cost` only if the balance was insufficient
 * @throws Error if nothing was reserved
 */
export function settle(
  tx: Tx,
  context: Needs,
  spending: Spending,
  cost: number,
  note?: string,
): number {
  const held = amountOf(context, spending, 'hold')
  if (held === undefined) throw new Error(`Nothing was set aside for ${nameOf(spending)}`)
  const settled = amountOf(context, spending, 'settled')
  if (settled !== undefined) return 0 - held - settled - (amountOf(context, spending, 'extra') ?? 0)
  const beyond = Math.max(0, cost + held)
  const isCovered =
    beyond === 0 || write(tx, context, spending, { step: 'extra', amount: -beyond, note })
  const within = Math.min(cost, -held)
  write(tx, context, spending, { step: 'settled', amount: -held - within })
  return isCovered ? cost : within
}

/** Adds to a balance; undefined, with nothing changed, if it would exceed the maximum. */
export function topUp(
  tx: Tx,
  { db, now }: Needs,
  userId: number,
  amount: number,
  note?: string,
): LedgerRow | undefined {
  const money = moneyQueries(db)

  if (money.balance(userId) + amount > MAX_BALANCE) return undefined
  return money.insert(tx, {
    userId,
    kind: 'top_up',
    amount,
    balance: money.move(tx, userId, amount)!,
    reference: null,
    note: note ?? null,
    now: now().getTime(),
  })
}

interface Step {
  readonly step: 'hold' | 'settled' | 'extra'
  readonly amount: number
  readonly note?: string | undefined
}

function write(
  tx: Tx,
  { db, now }: Needs,
  spending: Spending,
  { step, amount, note }: Step,
): boolean {
  const money = moneyQueries(db)
  const { userId, purpose, reference } = spending

  const balance = money.move(tx, userId, amount)
  if (balance === undefined) return false
  money.insert(tx, {
    userId,
    kind: `${purpose}.${step}`,
    amount,
    balance,
    reference,
    note: note ?? null,
    now: now().getTime(),
  })
  return true
}

function amountOf(
  { db }: Needs,
  { userId, purpose, reference }: Spending,
  step: Step['step'],
): number | undefined {
  return moneyQueries(db).amountOf(userId, `${purpose}.${step}`, reference)
}

const nameOf = ({ purpose, reference }: Spending): string => `${purpose} ${reference}`
