import { getBalance } from '#contracts/balance.ts'
import type { Routes } from '../../../http/routes.ts'
import { budgetQueries } from '../../billing/budgets/queries.ts'
import { moneyQueries } from '../../billing/money/queries.ts'
import { callQueries } from '../../calls/queries.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { smsQueries } from '../../sms/queries.ts'

/** What an account has, beside what is set aside for messages, calls and answers that are not over. */
export const balanceRoutes: Routes = ({ handle, db }) => {
  const money = moneyQueries(db)

  handle(getBalance, ({ principal: { userId } }) => ({
    balance: toDollars(money.balance(userId)),
    held: {
      sms: toDollars(money.held(userId, 'sms', smsQueries(db).openIds(userId))),
      call: toDollars(money.held(userId, 'call', callQueries(db).liveIds(userId))),
      llm: toDollars(money.held(userId, 'llm', budgetQueries(db).openIds(userId))),
    },
  }))
}
