/*
 * POST   /user/operators/:id/invitation-emails  emailInvitation
 */
import { emailInvitation } from '#contracts/invitations.ts'
import { notFound } from '../../../errors.ts'
import { assertCovers } from '../../../http/policy.ts'
import type { Routes } from '../../../http/routes.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { sendInvitation } from './send.ts'

/** Invitations by email. */
export const invitationRoutes: Routes = (context) => {
  const { handle, gate, db } = context

  handle(emailInvitation, async ({ principal, params, body, localizer }) => {
    const row = operatorQueries(db).ofUser(principal.userId, params.id)
    if (!row) throw notFound('operator_not_found')
    assertCovers(principal, row)
    gate.limit('invitationEmails', String(principal.userId))
    const { isSent, reason } = await sendInvitation(context, principal, row.id, body.language)
    return { ok: isSent, message: localizer.translate(reason) }
  })
}
