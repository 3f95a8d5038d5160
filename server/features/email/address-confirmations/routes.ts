/*
 * POST   /user/profile/email-confirmations       sendEmailConfirmation
 * POST   /user/profile/email-confirmations/open  confirmEmail
 */
import { confirmEmail, sendEmailConfirmation } from '#contracts/email-confirmations.ts'
import { AppError } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Routes } from '../../../http/routes.ts'
import { presentOperator } from '../../accounts/operators/present.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { confirm } from './confirm.ts'
import { sendConfirmation } from './send.ts'

/** Links that confirm the addresses of operators. */
export const addressConfirmationRoutes: Routes = (context) => {
  const { handle, gate, db, write } = context

  handle(sendEmailConfirmation, async ({ principal, localizer }) => {
    gate.limit('emailTests', String(principal.userId))
    const { signal } = new AbortController()
    const { operatorId } = principal
    const sent = await sendConfirmation(context, operatorId, localizer.language, signal)
    return { ok: sent.isSent, message: localizer.translate(sent.reason) }
  })

  handle(confirmEmail, async ({ principal, body, req }) => {
    assertPerson(principal)
    const { userId, operatorId } = principal
    try {
      await write((tx) => confirm(tx, context, principal, body.token))
    } catch (error) {
      // A guess counts as one of a key.
      if (error instanceof AppError && error.code === 'confirmation_not_found')
        gate.limit('badKeys', addressKey(req.ip))
      throw error
    }
    const row = operatorQueries(db).ofUser(userId, operatorId)!
    return { message: 'Address confirmed', data: presentOperator(row, operatorId) }
  })
}

/** Replies from a confirmed address are posted in the operator's name: a program must not keep that beyond its key. */
function assertPerson({ isByKey }: Operator): void {
  if (isByKey) throw new AppError('sign_in_by_link')
}
