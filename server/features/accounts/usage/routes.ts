/*
 * GET    /user/users/usage  listUsage
 */
import { listUsage } from '#contracts/usage.ts'
import type { Routes } from '../../../http/routes.ts'
import { usageOfAccounts } from './usage.ts'

/** Usage of all accounts of this installation. */
export const usageRoutes: Routes = (context) => {
  context.handle(listUsage, () => usageOfAccounts(context))
}
