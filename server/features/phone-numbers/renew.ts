import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { toIso } from '../../db/time.ts'
import type { Tx } from '../../db/write.ts'
import { dropNotice, raiseNotice, type Subject } from '../platform/notices/raise.ts'
import { type BoughtNumberRow, boughtNumberQueries } from './bought-queries.ts'
import { chargeMonth } from './charge.ts'
import { removeNumber } from './delete.ts'
import { monthEndAfter } from './months.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'write' | 'numberCarrier' | 'log'>

/** Time that an unpaid number stays before it is given back, ms. */
const GRACE_MS = 30 * 86_400_000

/** Maximum interval between runs, ms: shorter than any month. */
const MAX_INTERVAL_MS = 86_400_000

/** Interval at which unpaid numbers are tried again, ms. */
const RETRY_MS = 3_600_000

/**
 * Renews the numbers whose month is over, and gives back those that are released or have stayed unpaid (decision 060). Each
 * number is a commit of its own, which asks again whether it is due: a run that was cut off is simply repeated.
 * @returns time of the next run
 */
export async function renewNumbers(context: Needs, signal: AbortSignal): Promise<Date> {
  const { db, now, log } = context
  const numbers = boughtNumberQueries(db)
  for (const id of numbers.due(now())) {
    if (signal.aborted) break
    await attend(context, id).catch((error: unknown) => {
      log.error({ err: error, number: id }, 'a number could not be renewed or given back')
    })
  }
  const time = now()
  const next = numbers.nextAt(time, GRACE_MS) ?? Number.POSITIVE_INFINITY
  const isUnpaid = numbers.due(time).length > 0
  return new Date(Math.min(next, time.getTime() + (isUnpaid ? RETRY_MS : MAX_INTERVAL_MS)))
}

async function attend(context: Needs, id: number): Promise<void> {
  const { db, now, write } = context
  const unpaid = await write((tx) => {
    const row = boughtNumberQueries(db).findDue(id, now())
    if (!row || (row.release_at === null && renew(tx, context, row))) return undefined
    return row
  })
  if (unpaid && (unpaid.release_at !== null || isGraceOver(unpaid, now())))
    await giveBack(context, unpaid)
}

const isGraceOver = ({ lapsed_at: at }: BoughtNumberRow, now: Date): boolean =>
  at !== null && at + GRACE_MS <= now.getTime()

/** Charges the months that are over, and the one that has begun. False if the balance did not reach for all of them. */
function renew(tx: Tx, context: Needs, row: BoughtNumberRow): boolean {
  const numbers = boughtNumberQueries(context.db)
  const time = context.now().getTime()
  // Days without a subscription cost nothing: one that had ended starts over.
  const from = row.lapsed_at === null ? row.billed_from : time
  let until = row.lapsed_at === null ? row.subscription_expires_at : time
  while (until <= time) {
    if (!chargeMonth(tx, context, row, until)) {
      if (row.lapsed_at === null) lapse(tx, context, row)
      return false
    }
    until = monthEndAfter(from, until)
    numbers.renew(tx, row.id, from, until)
  }
  dropNotice(tx, context, aboutEnd(row))
  return true
}

function lapse(tx: Tx, context: Needs, row: BoughtNumberRow): void {
  const time = context.now()
  boughtNumberQueries(context.db).lapse(tx, row.id, time)
  const date = toIso(time.getTime() + GRACE_MS).slice(0, 10)
  raiseNotice(tx, context, aboutEnd(row), fault('number_unpaid', { date }))
}

/** Gives a number back to its carrier, and removes it here. */
export async function giveBack(context: Needs, row: BoughtNumberRow): Promise<void> {
  await context.numberCarrier.giveBack(row.phone_number)
  await context.write((tx) => {
    removeNumber(tx, context, row)
    dropNotice(tx, context, aboutEnd(row))
    if (row.release_at === null) raiseNotice(tx, context, aboutEnd(row), fault('number_given_back'))
  })
}

const aboutEnd = ({ user_id, phone_number }: BoughtNumberRow): Subject => ({
  userId: user_id,
  kind: 'number_unpaid',
  subject: phone_number,
})
