import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { compose, phrasesFor } from './compose.ts'
import type { Departures } from './departures.ts'
import { letterDue } from './due.ts'
import { emailTextQueries } from './email-texts/queries.ts'
import { emailQueries } from './queries.ts'
import { newMessageId, UNSUBSCRIBE_PATH, unsubscribeToken } from './tags.ts'

type Needs = Pick<Context, 'db' | 'hub' | 'now' | 'config' | 'installation' | 'randomBytes'> & {
  readonly departures: Departures
}

/** Sender of what never leaves. */
const SANDBOX_FROM = 'sandbox@parley.invalid'

/**
 * Writes the email of a conversation with all that is unseen at this moment, in the place of one that waits for another attempt.
 * @returns its id; the time to look again, or undefined, if it is no longer due
 */
export function writeLetter(
  tx: Tx,
  context: Needs,
  conversationId: number,
  status: 'waiting' | 'sending',
  from = SANDBOX_FROM,
): number | Date | undefined {
  const { db, now } = context
  const emails = emailQueries(db)
  const open = emails.open(conversationId)
  const due = letterDue(context, conversationId)
  if (due === undefined || due instanceof Date) {
    if (open && due === undefined)
      emails.settle(tx, open.id, { status: 'cancelled', error: null, sentAt: null })
    return due
  }
  const { recipient, address, messages } = due
  const range = { firstSeq: messages[0]!.seq, lastSeq: messages.at(-1)!.seq }
  const id =
    open?.id ??
    emails.insert(tx, {
      userId: recipient.user_id,
      conversationId,
      address,
      messageId: newMessageId(context, conversationId, from),
      ...range,
      status,
      now: now().getTime(),
    })
  const own = emailTextQueries(db).find(recipient.user_id, phrasesFor(recipient).language)
  const unsubscribePath = `${UNSUBSCRIBE_PATH}${unsubscribeToken(context, id)}`
  const composed = compose(context, recipient, messages, unsubscribePath, own)
  emails.renew(tx, id, { address, ...composed, ...range, status })
  return id
}
