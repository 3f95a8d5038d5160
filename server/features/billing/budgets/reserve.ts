import type { Context } from '../../../context.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'
import { reserve, settle } from '../money/ledger.ts'
import { costOf } from '../money/model-cost.ts'
import { budgetQueries, type Scope, type Share } from './queries.ts'
import { tellOfRefusal } from './refusal.ts'
import { type LimitedShare, type Payer, sharesOf } from './shares.ts'

type Needs = Pick<Context, 'db' | 'now' | 'events'>

/** What does not reach: one of the budgets, or the balance. */
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

/** What a call used, as the provider says. */
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
export function reserveAnswer(
  context: Needs,
  { model, inputTokens, maxOutputTokens, ...payer }: Call,
): Reservation | { readonly refused: Refusal } {
  const { db, now } = context
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
  const holdAll = db.transaction((): number => {
    for (const share of shares) {
      if (!budgets.hold({ ...share, userId, amount, now: time.getTime() }))
        throw new BudgetReached(share.scope, share)
    }
    const id = budgets.insert({
      userId,
      conversationId,
      amount,
      shares: JSON.stringify(shares.map(({ limit: _, ...share }) => share)),
      now: time.getTime(),
    })
    if (!reserve(context, { userId, purpose: 'llm', reference: String(id) }, amount))
      throw new BudgetReached('balance')
    return id
  })
  try {
    return { userId, id: holdAll(), model, amount }
  } catch (error) {
    if (!(error instanceof BudgetReached)) throw error
    tellOfRefusal(context, payer, error.refusal, error.share)
    return { refused: error.refusal }
  }
}

/**
 * Charges what a call has cost, never more than was set aside, and gives the rest back. Without the provider's own numbers
 * all of it is charged. Doing it again changes nothing.
 * @returns micro-dollars
 */
export function settleAnswer(
  context: Pick<Context, 'db' | 'now'>,
  { userId, id, model, amount }: Reservation,
  usage: Usage | undefined,
): number {
  if (id === undefined) return 0
  const isKnown = usage !== undefined && !usage.isEstimated
  const cost = isKnown ? Math.min(amount, costOf(model, usage)) : amount
  charge(context, { userId, id, amount }, cost)
  return cost
}

/** Ends a reservation with what it has cost; one that has ended stays as it is. */
function charge(
  context: Pick<Context, 'db' | 'now'>,
  { userId, id, amount }: { readonly userId: number; readonly id: number; readonly amount: number },
  cost: number,
): void {
  const { db, now } = context
  const budgets = budgetQueries(db)
  db.transaction(() => {
    const row = budgets.close(id)
    if (!row) return
    for (const share of JSON.parse(row.shares) as Share[])
      budgets.settle({ ...share, userId, held: amount, spent: cost, now: now().getTime() })
    settle(context, { userId, purpose: 'llm', reference: String(id) }, cost)
  })()
}

/**
 * Charges calls that a dead process has left open in full: their requests may have left, and nobody knows what came back.
 * Call it at the start, before anything is asked of a model.
 */
export function recoverReservations(context: Pick<Context, 'db' | 'now' | 'log'>): void {
  const { db, log } = context
  const budgets = budgetQueries(db)
  const open = budgets.open()
  for (const { id, user_id: userId, conversation_id: conversationId, amount } of open) {
    db.transaction(() => {
      charge(context, { userId, id, amount }, amount)
      if (conversationId !== null) budgets.addToConversation(conversationId, amount)
    })()
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
export function forgetOldUses({ db, now }: Pick<Context, 'db' | 'now'>): void {
  budgetQueries(db).forget(now().getTime() - KEPT_MS, 1000)
}
