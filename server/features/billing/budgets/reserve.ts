import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'
import { reserve, settle } from '../money/ledger.ts'
import { costOf } from '../money/model-cost.ts'
import { budgetQueries, type Scope, type Share } from './queries.ts'
import { tellOfRefusal } from './refusal.ts'
import { type LimitedShare, type Payer, sharesOf } from './shares.ts'

type Needs = Pick<Context, 'db' | 'now' | 'events' | 'write'>

/** The limit that was reached: one of the budgets, or the balance. */
export type Refusal = Scope | 'balance'

/** One call of a model that is about to be made. */
export interface Call extends Payer {
  readonly model: ModelRow
  /** Never fewer than the provider will count. */
  readonly inputTokens: number
  readonly maxOutputTokens: number
}

/** Money that is set aside for one call. */
export interface Reservation {
  readonly userId: number
  /** None where the call is free. */
  readonly id: number | undefined
  readonly model: ModelRow
  /** Micro-dollars: the most that it can cost. */
  readonly amount: number
}

/** Usage of a call as reported by the provider. */
interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** The provider did not say. */
  readonly isEstimated: boolean
}

/**
 * Sets aside what a call of a model costs at most, of every budget it takes from and of the balance: all of it or nothing,
 * in one transaction, before anything is awaited. So many calls at once cannot spend more than there is. What is free is
 * never refused.
 */
export async function reserveAnswer(
  context: Needs,
  { model, inputTokens, maxOutputTokens, ...payer }: Call,
): Promise<Reservation | { readonly refused: Refusal }> {
  const { db, write, now } = context
  const { userId, assistantId, conversationId } = payer
  const amount = costOf(model, { inputTokens, outputTokens: maxOutputTokens })
  if (amount === 0) return { userId, id: undefined, model, amount }
  const budgets = budgetQueries(db)
  const time = now()
  const shares = sharesOf(
    payer,
    {
      assistant: assistantId === null ? undefined : budgets.limitsOf(assistantId),
      month: budgets.month(userId),
    },
    time,
  )
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
    return { userId, id: await write(holdAll), model, amount }
  } catch (error) {
    if (!(error instanceof BudgetReached)) throw error
    await tellOfRefusal(context, payer, error.refusal, error.share)
    return { refused: error.refusal }
  }
}

/**
 * Charges what a call has cost, never more than was set aside, and gives the rest back. Without the provider's own numbers
 * all of it is charged. Doing it again changes nothing.
 * @returns micro-dollars
 */
export async function settleAnswer(
  context: Pick<Context, 'db' | 'now' | 'write'>,
  { userId, id, model, amount }: Reservation,
  usage: Usage | undefined,
): Promise<number> {
  if (id === undefined) return 0
  const isKnown = usage !== undefined && !usage.isEstimated
  const cost = isKnown ? Math.min(amount, costOf(model, usage)) : amount
  await context.write((tx) => charge(tx, context, { userId, id, amount }, cost))
  return cost
}

/** Ends a reservation with what it has cost; one that has ended stays as it is. */
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
 * Charges calls that a dead process has left open in full: their requests may have left, and nobody knows what came back.
 * Call it at the start, before anything is asked of a model.
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

/** Undoes what was set aside so far: a budget does not reach. */
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

/** Days of visitors and assistants are kept this long after they were used, ms; months are kept. */
const KEPT_MS = 35 * 86_400_000

/** Forgets what was counted of days that are long over. */
export async function forgetOldUses({
  db,
  write,
  now,
}: Pick<Context, 'db' | 'now' | 'write'>): Promise<void> {
  await write((tx) => budgetQueries(db).forget(tx, now().getTime() - KEPT_MS, 1000))
}
