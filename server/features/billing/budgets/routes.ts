/*
 * GET    /user/budgets  getBudgets
 * PUT    /user/budgets  setBudgets
 */
import { getBudgets, setBudgets } from '#contracts/budgets.ts'
import type { Routes } from '../../../http/routes.ts'
import { fromDollars } from '../../platform/values/dollars.ts'
import { presentBudgets } from './present.ts'
import { budgetQueries } from './queries.ts'
import { dropAccountNotice } from './refusal.ts'

/** Budgets of an account. */
export const budgetRoutes: Routes = (context) => {
  const { handle, db, write } = context

  handle(getBudgets, ({ principal }) => presentBudgets(context, principal.userId))

  handle(setBudgets, ({ principal: { userId }, body: { per_month } }) =>
    write((tx) => {
      budgetQueries(db).setMonth(tx, userId, per_month === null ? null : fromDollars(per_month))
      dropAccountNotice(tx, context, userId)
      return {
        message: 'Budgets updated successfully',
        data: presentBudgets(context, userId),
      }
    }),
  )
}
