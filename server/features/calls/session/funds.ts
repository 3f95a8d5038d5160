import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { raiseBudgetNotice } from '../../billing/budgets/refusal.ts'
import {
  limitBefore,
  type Refusal,
  type Reservation,
  reserveAmount,
  settleAmount,
} from '../../billing/budgets/reserve.ts'
import type { Payer } from '../../billing/budgets/shares.ts'

type Needs = Pick<Context, 'db' | 'now' | 'events' | 'write' | 'log'>

/** Money for the speech of a call, reserved a minute ahead. */
export interface Funds {
  /** Records usage, fractional micro-dollars. */
  spend(amount: number): void
  /** Called once, when no more can be reserved, with the time that the rest lasts, ms. */
  onLast(listener: (leftMs: number) => void): void
  /** Called with each amount charged, micro-dollars. */
  onCharged(listener: (amount: number) => void): void
  /** Charges the usage and releases the rest. Idempotent. */
  close(): Promise<void>
}

const MINUTE_MS = 60_000

/**
 * Checks that the first minute can be reserved, so that callers are told before anything is opened.
 * @throws AppError `calls_unavailable`
 */
export function assertFunds(context: Needs, payer: Payer, minute: number): void {
  if (!hasFunds(context, payer, minute)) throw new AppError('calls_unavailable')
}

/** Reports whether the first minute can be reserved; if not, the desk is told which budget is used up. */
export function hasFunds(context: Needs, payer: Payer, minute: number): boolean {
  const limit = limitBefore(context, payer, minute)
  if (!limit) return true
  raiseBudgetNotice(context, payer, limit.refused, limit.share).catch((error: unknown) => {
    context.log.error({ err: error }, 'a spent budget could not be told of')
  })
  return false
}

/**
 * Reserves the first minute.
 * @param minute maximum cost of a minute, micro-dollars; 0 if it is free
 */
export async function openFunds(
  context: Needs,
  payer: Payer,
  minute: number,
): Promise<Funds | { readonly refused: Refusal }> {
  const first = await reserveAmount(context, payer, minute)
  return 'refused' in first ? first : createFunds(context, payer, minute, first)
}

function createFunds(context: Needs, payer: Payer, minute: number, first: Reservation): Funds {
  const open = [first]
  let held = first.amount
  let spent = 0
  let charged = 0
  let isLast = minute === 0
  let isAsking = false
  let isClosed = false
  let busy = Promise.resolve()
  let notifyLast: (leftMs: number) => void = () => undefined
  let notifyCharged: (amount: number) => void = () => undefined

  function next(work: () => Promise<void>): Promise<void> {
    busy = busy.then(work).catch((error: unknown) => {
      context.log.error({ err: error }, 'the money of a call could not be moved')
    })
    return busy
  }

  async function charge(reservation: Reservation): Promise<void> {
    const cost = await settleAmount(context, reservation, Math.max(0, Math.ceil(spent) - charged))
    charged += cost
    open.splice(open.indexOf(reservation), 1)
    if (cost > 0) notifyCharged(cost)
  }

  /** Reserves the next minute once half of the current one is used, and charges those that are used up. */
  async function reserveNext(): Promise<void> {
    while (isDue()) {
      const wanted = Math.ceil(minute + Math.max(0, spent - held))
      const more = await reserveAmount(context, payer, wanted)
      if ('refused' in more) {
        isLast = true
        notifyLast((Math.max(0, held - spent) / minute) * MINUTE_MS)
        return
      }
      open.push(more)
      held += more.amount
      const [oldest] = open
      if (oldest && spent - charged >= oldest.amount) await charge(oldest)
    }
    isAsking = false
  }

  const isDue = (): boolean => !isClosed && !isLast && held - spent <= minute / 2

  return {
    spend(amount) {
      spent += amount
      if (isAsking || !isDue()) return
      isAsking = true
      void next(reserveNext)
    },
    onLast(listener) {
      notifyLast = listener
    },
    onCharged(listener) {
      notifyCharged = listener
    },
    close: () =>
      next(async () => {
        isClosed = true
        for (const reservation of [...open]) await charge(reservation)
      }),
  }
}
