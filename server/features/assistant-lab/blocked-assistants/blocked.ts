import type { BlockedReason } from '#contracts/blocked-assistants.ts'
import type { Context } from '../../../context.ts'
import type { AssistantRow } from '../../assistants/row.ts'
import { budgetQueries, type Share } from '../../billing/budgets/queries.ts'
import { accountShare, assistantShare } from '../../billing/budgets/shares.ts'
import { canPay } from '../../billing/money/model-cost.ts'
import { candidatesOf } from '../../conversations/turns/candidates.ts'
import { chatModels } from '../../platform/lookups/models.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'
import { fromDollars } from '../../platform/values/dollars.ts'

type Needs = Pick<Context, 'db' | 'models' | 'now'>

/** Reason why an assistant cannot currently answer a chat; undefined if it can. */
export function blockedReason(context: Needs, assistant: AssistantRow): BlockedReason | undefined {
  const { db, models } = context
  const candidates = candidatesOf(context, assistant)
  const [first] = candidates
  if (!first) return chatModels(db, assistant).length === 0 ? 'no_model' : 'no_provider'
  const isRefused = ({ provider, model_provider_id }: ModelRow) =>
    provider !== 'built-in' && models.isRefused(model_provider_id ?? undefined)
  if (candidates.every(({ row }) => isRefused(row))) return 'key_refused'
  return unpaidReason(context, assistant, first.row)
}

/** A lack of money affects all models, so checking the first one is enough. */
function unpaidReason(
  { db, now }: Needs,
  { id, user_id: userId }: AssistantRow,
  model: ModelRow,
): BlockedReason | undefined {
  if (model.input_price + model.output_price === 0) return undefined
  const budgets = budgetQueries(db)
  const isSpent = (share: Share, limit: number | null) => {
    const { spent, held } = budgets.use(userId, share)
    return limit !== null && spent + held >= limit
  }
  const limits = budgets.limitsOf(id)
  const perDay = limits?.budget_per_day ?? null
  const day = perDay === null ? null : fromDollars(perDay)
  if (limits && isSpent(assistantShare(limits, now()), day)) return 'day_spent'
  if (isSpent(accountShare(userId, now()), budgets.month(userId))) return 'month_spent'
  return canPay(db, userId, model) ? undefined : 'no_balance'
}
