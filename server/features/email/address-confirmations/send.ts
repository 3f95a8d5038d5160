import { fault } from '#contracts/faults.ts'
import { type Context, newSecret } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { hashOf } from '../../../http/principal.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { type LinkOutcome, mailLink } from '../mail-link.ts'
import { operatorEmailQueries } from '../operator-emails/queries.ts'
import { confirmationTo } from './letter.ts'
import { confirmationQueries } from './queries.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Validity of a link, ms. */
const LINK_MS = DAY

/** Time for which an expired link still says so, ms. */
const EXPLAINED_MS = 30 * DAY

/** Maximum emails within an hour: anybody's address can be entered. */
const MAX_OF_OPERATOR = 5
const MAX_OF_ACCOUNT = 20

/** Emails an operator a link that confirms the address in their profile. */
export function sendConfirmation(
  context: Context,
  operatorId: number,
  language: string,
  signal: AbortSignal,
): Promise<LinkOutcome> {
  const link = {
    issue: (tx: Tx) => issue(tx, context, operatorId, language),
    revoke: (tx: Tx, hash: Buffer) => confirmationQueries(context.db).remove(tx, hash),
  }
  return mailLink(context, link, signal)
}

/** Creates a link to an operator's address, or says why not. */
function issue(tx: Tx, context: Context, operatorId: number, language: string) {
  const { db, now, origin } = context
  const confirmations = confirmationQueries(db)
  const operator = operatorEmailQueries(db).operator(operatorId)
  if (!operator || operator.email === null) return fault('email_test_no_address')
  const { email, name, user_id, confirmed_email } = operator
  if (email === confirmed_email) return fault('already_confirmed')
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
