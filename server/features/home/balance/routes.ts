/*
 * GET    /user/balance  getBalance
 */
import { getBalance } from '#contracts/balance.ts'
import type { Routes } from '../../../http/routes.ts'
import { budgetQueries } from '../../billing/budgets/queries.ts'
import { moneyQueries } from '../../billing/money/queries.ts'
import { callQueries } from '../../calls/queries.ts'
import { messengerQueries } from '../../messenger/queries.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import { smsQueries } from '../../sms/queries.ts'

/** Balance of an account, with the amounts reserved for unfinished messages, calls and answers. */
export const balanceRoutes: Routes = ({ handle, db }) => {
  const money = moneyQueries(db)

  handle(getBalance, ({ principal: { userId } }) => ({
    balance: toDollars(money.balance(userId)),
    held: {
      sms: toDollars(money.held(userId, 'sms', smsQueries(db).openIds(userId))),
      messenger: toDollars(money.held(userId, 'messenger', messengerQueries(db).openIds(userId))),
      call: toDollars(money.held(userId, 'call', callQueries(db).liveIds(userId))),
      llm: toDollars(money.held(userId, 'llm', budgetQueries(db).openIds(userId))),
    },
  }))
}
