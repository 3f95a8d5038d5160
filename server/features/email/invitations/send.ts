import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { assertCovers } from '../../../http/policy.ts'
import type { Operator } from '../../../http/principal.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { createSignInLink } from '../../accounts/sessions/sign-in.ts'
import { type LinkOutcome, mailLink } from '../mail-link.ts'
import { invitationTo } from './letter.ts'

/** Emails an operator a one-time sign-in link. */
export async function sendInvitation(
  context: Context,
  inviter: Operator,
  operatorId: number,
  language: string,
): Promise<LinkOutcome> {
  const { config, db } = context
  const accounts = accountQueries(db)
  if (config.publicUrl === undefined)
    return { isSent: false, reason: fault('invitation_without_address') }
  return await mailLink(
    context,
    {
      issue(tx) {
        const row = operatorQueries(db).ofUser(inviter.userId, operatorId)
        if (!row) throw notFound('operator_not_found')
        assertCovers(inviter, row)
        const { id, user_id: userId, name, email: to } = row
        if (to === null) return fault('invitation_no_address')
        const holder = { userId, operatorId: id }
        const link = createSignInLink(tx, context, holder, inviter.operatorId, to)
        const { name: account } = accounts.user(userId)!
        const content = invitationTo({ language, account, inviter: inviter.name, name, ...link })
        return { to, secret: link.secret, content }
      },
      revoke: (tx, hash) => accounts.deleteSession(tx, hash),
    },
    new AbortController().signal,
  )
}
