import type { Budgets, BudgetUse } from '#contracts/budgets.ts'
import type { Context } from '../../../context.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { budgetQueries, type Share } from './queries.ts'
import { accountShare, assistantShare } from './shares.ts'

/** The current budgets of an account. */
export function presentBudgets({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Budgets {
  const budgets = budgetQueries(db)
  const time = now()
  const useOf = (share: Share, limit: number | null): BudgetUse => {
    const { spent, held } = budgets.use(userId, share)
    return { limit, spent: toDollars(spent), held: toDollars(held) }
  }
  const account = accountShare(userId, time)
  const month = budgets.month(userId)
  return {
    month: account.period,
    account: useOf(account, month === null ? null : toDollars(month)),
    assistants: budgets.assistants(userId).map((assistant) => {
      const today = assistantShare(assistant, time)
      return {
        id: assistant.id,
        name: assistant.name,
        day: today.period,
        today: useOf(today, assistant.budget_per_day),
        per_visitor_day: assistant.budget_per_visitor_day,
        per_conversation: assistant.budget_per_conversation,
      }
    }),
  }
}
