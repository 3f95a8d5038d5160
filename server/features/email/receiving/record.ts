import type { ReceivedEmailStatus } from '#contracts/email-receiving.ts'
import { encodeFault, type Fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import type { IncomingEmail } from './incoming.ts'
import type { Ignored } from './judge.ts'
import { receivedQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

interface Entry {
  readonly status: ReceivedEmailStatus
  /** The conversation that it belongs to; undefined for one of the server's owner, who has the mailbox. */
  readonly conversation?: { readonly id: number; readonly user_id: number } | undefined
  readonly reason?: Fault
  /** Text that is kept; none by default. */
  readonly text?: string
  readonly leftOut?: readonly string[]
  /** Size of its files, bytes. */
  readonly bytes?: number
}

/** Time for which emails that became no message are listed, ms. */
const LISTED_MS = 30 * 24 * 3_600_000

/** Maximum length of a listed header, code points. */
const MAX_HEADER = 300

/** Adds an incoming email to the list of its account; returns its id. */
export function listEmail(
  tx: Tx,
  { db, now }: Needs,
  { from = '', messageId, subject, authentication }: IncomingEmail,
  { status, conversation, reason, text = '', leftOut = [], bytes = 0 }: Entry,
): number {
  const received = receivedQueries(db)
  const { server, spf, dkim, dmarc } = authentication
  const time = now().getTime()
  received.forget(tx, time - LISTED_MS)
  return received.insert(tx, {
    user_id: conversation?.user_id ?? accountQueries(db).owner()!.id,
    conversation_id: conversation?.id ?? null,
    message_id: messageId,
    address: from,
    subject: [...subject].slice(0, MAX_HEADER).join(''),
    text,
    status,
    reason: reason ? encodeFault(reason) : null,
    authentication: JSON.stringify({ server, spf, dkim, dmarc }),
    left_out: JSON.stringify(leftOut),
    bytes,
    created_at: time,
  })
}

/** Lists an email that becomes no message, and says so in the conversation that it names. */
export function recordIgnored(
  tx: Tx,
  context: Needs,
  { reason, conversation }: Ignored,
  email: IncomingEmail,
): void {
  listEmail(tx, context, email, { status: 'ignored', conversation, reason })
  if (conversation)
    recordActivity(tx, context, conversation, {
      kind: 'email_ignored',
      operatorId: null,
      data: { address: email.from ?? '', reason: encodeFault(reason) },
    })
}
