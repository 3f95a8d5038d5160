import type { Account } from '#contracts/accounts.ts'
import type { Db } from '../../db/open.ts'
import { unauthenticated } from '../../errors.ts'
import { moneyQueries } from '../billing/money/queries.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { accountQueries } from './queries.ts'

/**
 * An account as shown to its owner.
 * @throws AppError `unauthenticated` if it was deleted in the meantime
 */
export function presentAccount(db: Db, userId: number): Account {
  const user = accountQueries(db).user(userId)
  if (!user) throw unauthenticated()
  return {
    name: user.name,
    email: user.email,
    total_balance: toDollars(moneyQueries(db).balance(user.id)),
  }
}
