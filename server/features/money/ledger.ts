import type { Context } from '../../context.ts'
import { moneyQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now'>

/** What money is spent on: it prefixes the kinds of its entries. */
export type Purpose = 'sms' | 'call'

/** One thing that costs something: `reference` is its id, so that nothing happens to its money twice. */
export interface Spending {
  readonly userId: number
  readonly purpose: Purpose
  readonly reference: string
}

/**
 * Sets money aside for what is about to be done (decisions.md, section 5): call it in the transaction that writes the
 * record, before anything is awaited. False when the balance does not reach; nothing has changed then.
 * @param amount micro-dollars
 */
export function reserve(context: Needs, spending: Spending, amount: number): boolean {
  return write(context, spending, 'hold', -amount)
}

/** Gives all that was set aside back: it was not done. Doing it again changes nothing. */
export function release(context: Needs, spending: Spending): void {
  settle(context, spending, 0)
}

/**
 * Charges what it really cost, at most what was set aside, and gives the rest back. Doing it again changes nothing.
 * @param cost micro-dollars
 * @returns what was charged
 */
export function settle({ db, now }: Needs, spending: Spending, cost: number): number {
  const { userId, purpose, reference } = spending
  const money = moneyQueries(db)
  return db.transaction(() => {
    const settled = money.find(userId, `${purpose}.settled`, reference)
    const held = -(money.find(userId, `${purpose}.hold`, reference)?.amount ?? 0)
    if (settled) return held - settled.amount
    const charged = Math.min(cost, held)
    write({ db, now }, spending, 'settled', held - charged)
    return charged
  })()
}

/** Adds to a balance. */
export function topUp({ db, now }: Needs, userId: number, amount: number, note?: string): number {
  const money = moneyQueries(db)
  return db.transaction(() => {
    const balance = money.move(userId, amount)!
    return money.insert({
      userId,
      kind: 'top_up',
      amount,
      balance,
      reference: null,
      note: note ?? null,
      now: now().getTime(),
    })
  })()
}

function write({ db, now }: Needs, spending: Spending, step: string, amount: number): boolean {
  const money = moneyQueries(db)
  const { userId, purpose, reference } = spending
  return db.transaction(() => {
    const balance = money.move(userId, amount)
    if (balance === undefined) return false
    money.insert({
      userId,
      kind: `${purpose}.${step}`,
      amount,
      balance,
      reference,
      note: null,
      now: now().getTime(),
    })
    return true
  })()
}
