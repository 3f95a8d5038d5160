import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'
import { reserve, settle } from '../money/ledger.ts'
import { costOf } from '../money/model-cost.ts'
import { moneyQueries } from '../money/queries.ts'
import { budgetQueries, type Scope, type Share } from './queries.ts'
import { raiseBudgetNotice } from './refusal.ts'
import { type LimitedShare, type Payer, sharesOf } from './shares.ts'

type Needs = Pick<Context, 'db' | 'now' | 'events' | 'write'>

/** The limit reached: one of the budgets, or the balance. */
export type Refusal = Scope | 'balance'

/** A model call about to be made. */
export interface Call extends Payer {
  readonly model: ModelRow
  /** An upper bound on what the provider will count. */
  readonly inputTokens: number
  readonly maxOutputTokens: number
}

/** Reserved money. */
export interface Reservation {
  readonly userId: number
  /** Undefined if it is free. */
  readonly id: number | undefined
  /** Maximum cost, micro-dollars. */
  readonly amount: number
}

/** A reservation for a model call. */
interface AnswerReservation extends Reservation {
  readonly model: ModelRow
}

/** Usage of a call as reported by the provider. */
interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Not reported by the provider. */
  readonly isEstimated: boolean
}

/** Reserves the maximum cost of a model call. Free calls are never refused. */
export async function reserveAnswer(
  context: Needs,
  { model, inputTokens, maxOutputTokens, ...payer }: Call,
): Promise<AnswerReservation | { readonly refused: Refusal }> {
  const amount = costOf(model, { inputTokens, outputTokens: maxOutputTokens })
  const reservation = await reserveAmount(context, payer, amount)
  return 'refused' in reservation ? reservation : { ...reservation, model }
}

/**
 * Reserves an amount from every budget it draws on and from the balance: all or nothing, in one transaction, before
 * anything is awaited, so that concurrent calls cannot overspend.
 * @param amount micro-dollars
 */
export async function reserveAmount(
  context: Needs,
  payer: Payer,
  amount: number,
): Promise<Reservation | { readonly refused: Refusal }> {
  const { db, write, now } = context
  const { userId, conversationId } = payer
  if (amount === 0) return { userId, id: undefined, amount }
  const budgets = budgetQueries(db)
  const time = now()
  const shares = limitedShares(context, payer, time)
  const holdAll = (tx: Tx): number => {
    for (const share of shares) {
      if (!budgets.hold(tx, { ...share, userId, amount, now: time.getTime() }))
        throw new BudgetReached(share.scope, share)
    }
    const id = budgets.insert(tx, {
      userId,
      conversationId,
      amount,
      shares: JSON.stringify(shares.map(({ limit: _, ...share }) => share)),
      now: time.getTime(),
    })
    if (!reserve(tx, context, { userId, purpose: 'llm', reference: String(id) }, amount))
      throw new BudgetReached('balance')
    return id
  }
  try {
    return { userId, id: await write(holdAll), amount }
  } catch (error) {
    if (!(error instanceof BudgetReached)) throw error
    await raiseBudgetNotice(context, payer, error.refusal, error.share)
    return { refused: error.refusal }
  }
}

/** The limit that currently prevents an amount from being reserved; undefined if there is none. Read-only. */
export function limitBefore(
  context: Pick<Context, 'db' | 'now'>,
  payer: Payer,
  amount: number,
): { readonly refused: Refusal; readonly share?: LimitedShare } | undefined {
  if (amount === 0) return undefined
  const budgets = budgetQueries(context.db)
  const share = limitedShares(context, payer, context.now()).find(({ limit, ...one }) => {
    const { spent, held } = budgets.use(payer.userId, one)
    return limit !== null && spent + held + amount > limit
  })
  if (share) return { refused: share.scope, share }
  const isShort = moneyQueries(context.db).balance(payer.userId) < amount
  return isShort ? { refused: 'balance' } : undefined
}

function limitedShares(
  { db }: Pick<Context, 'db'>,
  payer: Payer,
  time: Date,
): readonly LimitedShare[] {
  const { userId, assistantId } = payer
  const budgets = budgetQueries(db)
  const assistant = assistantId === null ? undefined : budgets.limitsOf(assistantId)
  return sharesOf(payer, { assistant, month: budgets.month(userId) }, time)
}

/**
 * Charges the cost of a call, never more than was reserved, and releases the rest. Without numbers from the provider
 * the full reservation is charged. Idempotent.
 * @returns micro-dollars
 */
export async function settleAnswer(
  context: Pick<Context, 'db' | 'now' | 'write'>,
  { model, ...reservation }: AnswerReservation,
  usage: Usage | undefined,
): Promise<number> {
  const isKnown = usage !== undefined && !usage.isEstimated
  return await settleAmount(
    context,
    reservation,
    isKnown ? costOf(model, usage) : reservation.amount,
  )
}

/**
 * Charges a cost, never more than was reserved, and releases the rest. Idempotent.
 * @returns micro-dollars
 */
export async function settleAmount(
  context: Pick<Context, 'db' | 'now' | 'write'>,
  { userId, id, amount }: Reservation,
  cost: number,
): Promise<number> {
  if (id === undefined) return 0
  const charged = Math.min(amount, cost)
  await context.write((tx) => charge(tx, context, { userId, id, amount }, charged))
  return charged
}

/** Ends a reservation with its cost; one that has already ended is unchanged. */
function charge(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  { userId, id, amount }: { readonly userId: number; readonly id: number; readonly amount: number },
  cost: number,
): void {
  const { db, now } = context
  const budgets = budgetQueries(db)

  const row = budgets.close(tx, id)
  if (!row) return
  for (const share of JSON.parse(row.shares) as Share[])
    budgets.settle(tx, { ...share, userId, held: amount, spent: cost, now: now().getTime() })
  settle(tx, context, { userId, purpose: 'llm', reference: String(id) }, cost)
}

/**
 * Charges calls left open by a crashed process in full: their requests may have been sent, with unknown results.
 * Call it at startup, before any model call.
 */
export async function recoverReservations(
  context: Pick<Context, 'db' | 'now' | 'log' | 'write'>,
): Promise<void> {
  const { db, write, log } = context
  const budgets = budgetQueries(db)
  const open = budgets.open()
  for (const { id, user_id: userId, conversation_id: conversationId, amount } of open) {
    await write((tx) => {
      charge(tx, context, { userId, id, amount }, amount)
      if (conversationId !== null) budgets.addToConversation(tx, conversationId, amount)
    })
  }
  if (open.length > 0) log.warn({ calls: open.length }, 'calls of models were cut off and charged')
}

/** Undoes partial reservations because a budget is insufficient. */
class BudgetReached extends Error {
  override readonly name = 'BudgetReached'
  readonly refusal: Refusal
  readonly share: LimitedShare | undefined

  constructor(refusal: Refusal, share?: LimitedShare) {
    super(refusal)
    this.refusal = refusal
    this.share = share
  }
}

/** Retention of daily budgets of visitors and assistants after their last use, ms; months are kept. */
const KEPT_MS = 35 * 86_400_000

/** Deletes the counts of old days. */
export async function forgetOldUses({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'now' | 'write'>): Promise<void> {
  await write((tx) => budgetQueries(db).forget(tx, now().getTime() - KEPT_MS, 1000))
}
