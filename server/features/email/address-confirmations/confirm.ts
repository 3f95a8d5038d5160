import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import { hashOf, type Operator } from '../../../http/principal.ts'
import { confirmAddress } from '../../accounts/operators/confirm-email.ts'
import { operatorEmailQueries } from '../operator-emails/queries.ts'
import { confirmationQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs' | 'now'>

/**
 * Confirms an operator's address with the secret that was emailed to it, once.
 * @throws AppError `confirmation_not_found`, also for a link of somebody else, `confirmation_used` or `confirmation_expired`
 */
export function confirm(tx: Tx, context: Needs, principal: Operator, secret: string): void {
  const { db, jobs, now } = context
  const { operatorId } = principal
  const confirmations = confirmationQueries(db)
  const link = confirmations.find(hashOf(secret))
  if (link?.operator_id !== operatorId) throw notFound('confirmation_not_found')
  if (link.used_at !== null) throw new AppError('confirmation_used')
  if (link.expires_at <= now().getTime()) throw new AppError('confirmation_expired')
  confirmations.use(tx, operatorId, link.email, now())
  confirmAddress(tx, context, principal, link.email)
  if (operatorEmailQueries(db).operator(operatorId)?.mode == null) return
  // Somebody may be waiting already; a second job finds nothing more to tell.
  jobs.add(tx, {
    kind: 'email.operator',
    payload: { operator_id: operatorId },
    lane: `operator-email:${operatorId}`,
  })
}
