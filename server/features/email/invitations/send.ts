import { type Fault, fault } from '#contracts/faults.ts'
import { type Context, newUuid } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { assertCovers } from '../../../http/policy.ts'
import { hashOf, type Operator } from '../../../http/principal.ts'
import { openSmtp } from '../../../providers/email/smtp.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { createSignInLink } from '../../accounts/sessions/sign-in.ts'
import { bytesOf } from '../message-bytes.ts'
import { configuredSender } from '../sender/configured.ts'
import { domainOf } from '../tags.ts'
import { invitationTo } from './letter.ts'

interface Outcome {
  readonly isSent: boolean
  readonly reason: Fault
}

const failed = (reason: Fault): Outcome => ({ isSent: false, reason })

/**
 * Emails an operator a one-time sign-in link. The link is created once the mail server has answered, and its secret is only in the email;
 * it ends again if the server refuses the email. Whether one that broke off has arrived is unknown: its link stays.
 */
export async function sendInvitation(
  context: Context,
  inviter: Operator,
  operatorId: number,
  language: string,
): Promise<Outcome> {
  const { config, db, now, write } = context
  const sender = configuredSender(context)
  if (!sender) return failed(fault('email_test_sandbox'))
  if ('fault' in sender) return failed(sender.fault)
  if (config.publicUrl === undefined) return failed(fault('invitation_without_address'))
  const { from, server } = sender
  try {
    const line = await openSmtp(onBehalfOf(context, null), server, new AbortController().signal)
    try {
      const { to, link, content } = await write((tx) => {
        const row = operatorQueries(db).ofUser(inviter.userId, operatorId)
        if (!row) throw notFound('operator_not_found')
        assertCovers(inviter, row)
        if (row.email === null) return { to: null, link: undefined, content: undefined }
        const holder = { userId: row.user_id, operatorId: row.id }
        const created = createSignInLink(tx, context, holder, inviter.operatorId, row.email)
        const { name: account } = accountQueries(db).user(row.user_id)!
        const letter = { language, account, inviter: inviter.name, name: row.name, ...created }
        return { to: row.email, link: created, content: invitationTo(letter) }
      })
      if (to === null) return failed(fault('invitation_no_address'))
      const message = await bytesOf({
        ...content,
        from: { name: 'Parley', address: from },
        to,
        date: now(),
        messageId: `<${newUuid(context)}@${domainOf(from)}>`,
        references: [],
      })
      const outcome = await line.send({ from, to }, message)
      if (outcome.result === 'accepted')
        return { isSent: true, reason: fault('email_test_sent', { address: to }) }
      if (outcome.result === 'refused')
        await write((tx) => accountQueries(db).deleteSession(tx, hashOf(link.secret)))
      return failed(outcome.error)
    } finally {
      line.close()
    }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return failed(fault('outgoing_failed', { reason: error.fault }))
  }
}
