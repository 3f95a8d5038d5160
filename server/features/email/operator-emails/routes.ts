/*
 * GET    /user/operator-emails  getOperatorEmails
 * PUT    /user/operator-emails  setOperatorEmails
 */
import {
  getOperatorEmails,
  type OperatorEmails,
  setOperatorEmails,
} from '#contracts/operator-emails.ts'
import { AppError } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { senderQueries } from '../sender/queries.ts'
import { operatorEmailQueries } from './queries.ts'

/** Each operator's own emails about visitors who wait. */
export const operatorEmailRoutes: Routes = (context) => {
  const { handle, db, write, jobs, now } = context
  const queries = operatorEmailQueries(db)

  handle(getOperatorEmails, ({ principal }) => settings(principal))

  handle(setOperatorEmails, async ({ principal, body: { mode, language } }) => {
    const { operatorId: id, isByKey } = principal
    // Replies by email answer visitors: a program must not keep that beyond its key.
    if (isByKey) throw new AppError('sign_in_by_link')
    await write((tx) => {
      if (mode === 'off') return void queries.remove(tx, id)
      queries.save(tx, { id, mode, language })
      // Somebody may be waiting already; a second job finds nothing more to tell.
      jobs.add(tx, {
        kind: 'email.operator',
        payload: { operator_id: id },
        lane: `operator-email:${id}`,
        runAt: now(),
      })
    })
    return settings(principal)
  })

  function settings({ operatorId }: Operator): OperatorEmails {
    const operator = queries.operator(operatorId)
    return {
      mode: operator?.mode ?? 'off',
      address: operator?.confirmed_email ?? null,
      unconfirmed: operator?.email === operator?.confirmed_email ? null : (operator?.email ?? null),
      is_sandbox: senderQueries(db).find() === undefined,
    }
  }
}
