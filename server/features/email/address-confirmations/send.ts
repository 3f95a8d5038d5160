import { type Fault, fault } from '#contracts/faults.ts'
import { type Context, newSecret, newUuid } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { hashOf } from '../../../http/principal.ts'
import { openSmtp } from '../../../providers/email/smtp.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { bytesOf } from '../message-bytes.ts'
import { operatorEmailQueries } from '../operator-emails/queries.ts'
import { configuredSender } from '../sender/configured.ts'
import { domainOf } from '../tags.ts'
import { confirmationTo } from './letter.ts'
import { confirmationQueries } from './queries.ts'

interface Outcome {
  readonly isSent: boolean
  readonly reason: Fault
  /** True if another attempt may do better. */
  readonly isTemporary?: boolean
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Validity of a link, ms. */
const LINK_MS = DAY

/** Time for which an expired link still says so, ms. */
const EXPLAINED_MS = 30 * DAY

/** Maximum emails within an hour: anybody's address can be entered. */
const MAX_OF_OPERATOR = 5
const MAX_OF_ACCOUNT = 20

const failed = (reason: Fault): Outcome => ({ isSent: false, reason })

/**
 * Emails an operator a link that confirms the address in their profile. The link is created once the mail server has answered, and its
 * secret is only in the email; it ends again if the server refuses the email.
 */
export async function sendConfirmation(
  context: Context,
  operatorId: number,
  language: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { write } = context
  const sender = configuredSender(context)
  if (!sender) return failed(fault('email_test_sandbox'))
  if ('fault' in sender) return failed(sender.fault)
  const { from, server } = sender
  try {
    const line = await openSmtp(onBehalfOf(context, null), server, signal)
    try {
      const issued = await write((tx) => issue(tx, context, operatorId, language))
      if ('code' in issued) return failed(issued)
      const { to, secret, content } = issued
      const message = await bytesOf({
        ...content,
        from: { name: 'Parley', address: from },
        to,
        date: context.now(),
        messageId: `<${newUuid(context)}@${domainOf(from)}>`,
        references: [],
      })
      const outcome = await line.send({ from, to }, message)
      if (outcome.result === 'accepted')
        return { isSent: true, reason: fault('email_test_sent', { address: to }) }
      if (outcome.result === 'unknown') return failed(outcome.error)
      await write((tx) => confirmationQueries(context.db).remove(tx, hashOf(secret)))
      return { ...failed(outcome.error), isTemporary: !outcome.isFinal }
    } finally {
      line.close()
    }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { ...failed(fault('outgoing_failed', { reason: error.fault })), isTemporary: true }
  }
}

/** Creates a link to an operator's address, or says why not. */
function issue(tx: Tx, context: Context, operatorId: number, language: string) {
  const { db, now, origin } = context
  const confirmations = confirmationQueries(db)
  const operator = operatorEmailQueries(db).operator(operatorId)
  if (!operator || operator.email === null) return fault('email_test_no_address')
  const { email, name, user_id, confirmed_email } = operator
  if (email === confirmed_email) return fault('confirmation_needless')
  const time = now().getTime()
  const { of_operator, of_account } = confirmations.sentSince(operatorId, time - HOUR)
  if (of_operator >= MAX_OF_OPERATOR || of_account >= MAX_OF_ACCOUNT)
    return fault('confirmation_too_many')
  const secret = newSecret(context)
  const expiresAt = time + LINK_MS
  confirmations.forget(tx, time - EXPLAINED_MS)
  confirmations.insert(tx, { hash: hashOf(secret), operatorId, email, sentAt: time, expiresAt })
  const { name: account } = accountQueries(db).user(user_id)!
  // The secret is behind the `#`, which browsers send to nobody.
  const url = `${origin()}/app/settings/profile#confirm=${secret}`
  return { to: email, secret, content: confirmationTo({ language, account, name, url, expiresAt }) }
}
