import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { openSmtp, type SendOutcome, type SmtpLine } from '../../providers/email/smtp.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../providers/http/outgoing-error.ts'
import { recordActivity } from '../conversations/activities/record.ts'
import { issueLink } from './chat-links/issue.ts'
import type { Departures } from './departures.ts'
import { letterDue } from './due.ts'
import { mimeOf } from './mime.ts'
import { type EmailRow, emailQueries } from './queries.ts'
import { configuredSender, type Sender } from './sender/configured.ts'
import { writeLetter } from './write-letter.ts'

type Needs = Context & { readonly departures: Departures }

const MINUTE_MS = 60_000

/** Pauses before further attempts, minutes; after the last one the email has failed. */
const RETRY_MINUTES = [1, 5, 30, 120, 360]

/**
 * Sends a visitor the replies that they have not seen, as one email, once. Nothing is decided before the connection is open: what was
 * read meanwhile is not sent. An attempt whose outcome is unknown is not repeated; the conversation says so.
 * @returns the time to look again; undefined if there is nothing more to do
 */
export async function followUp(
  context: Needs,
  conversationId: number,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { db, write } = context
  await settleCutOff(context, conversationId)
  const due = letterDue(context, conversationId)
  if (due instanceof Date) return due
  if (!due) return write((tx) => cancelWaiting(tx, context, conversationId))
  const sender = configuredSender(context)
  if (!sender) return write((tx) => keep(tx, context, conversationId))
  if ('fault' in sender) return write((tx) => tryLater(tx, context, conversationId, sender.fault))
  let line: SmtpLine
  try {
    line = await openSmtp(onBehalfOf(context, null), sender.server, signal)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    if (signal.aborted) return undefined
    return write((tx) => tryLater(tx, context, conversationId, error.fault, sender.from))
  }
  try {
    const begun = await write((tx) => {
      const id = writeLetter(tx, context, conversationId, 'sending', sender.from)
      return typeof id === 'number' ? { id, secret: issueLink(tx, context, id) } : id
    })
    if (begun === undefined || begun instanceof Date) return begun
    const { id, secret } = begun
    return await handOver(context, emailQueries(db).find(id)!, secret, line, sender)
  } finally {
    line.close()
  }
}

async function handOver(
  context: Needs,
  email: EmailRow,
  secret: string | undefined,
  line: SmtpLine,
  { from }: Exclude<Sender, { fault: unknown }>,
): Promise<Date | undefined> {
  const message = await mimeOf(context, email, from, secret)
  const outcome = await line.send({ from, to: email.address }, message)
  return context.write((tx) => conclude(tx, context, email, outcome))
}

function conclude(tx: Tx, context: Needs, email: EmailRow, outcome: SendOutcome): Date | undefined {
  switch (outcome.result) {
    case 'accepted':
      settle(tx, context, email, 'sent')
      return undefined
    case 'unknown':
      settle(tx, context, email, 'unknown', outcome.error)
      return undefined
    case 'refused':
      if (!outcome.isFinal) return retry(tx, context, email, outcome.error)
      settle(tx, context, email, 'failed', outcome.error)
      return undefined
  }
}

/** Keeps an email in the Sandbox outbox. */
function keep(tx: Tx, context: Needs, conversationId: number): Date | undefined {
  const kept = writeLetter(tx, context, conversationId, 'waiting')
  if (kept === undefined || kept instanceof Date) return kept
  settle(tx, context, emailQueries(context.db).find(kept)!, 'sandbox')
  return undefined
}

/** Notes why an email has not left, and when it is tried again. */
function tryLater(
  tx: Tx,
  context: Needs,
  conversationId: number,
  reason: Fault,
  from?: string,
): Date | undefined {
  const waiting = writeLetter(tx, context, conversationId, 'waiting', from)
  if (waiting === undefined || waiting instanceof Date) return waiting
  return retry(tx, context, emailQueries(context.db).find(waiting)!, reason)
}

/** Plans another attempt; after the last one the email has failed. */
function retry(tx: Tx, context: Needs, email: EmailRow, reason: Fault): Date | undefined {
  const minutes = RETRY_MINUTES[email.attempts - 1]
  settle(tx, context, email, minutes === undefined ? 'failed' : 'waiting', reason)
  return minutes === undefined ? undefined : new Date(context.now().getTime() + minutes * MINUTE_MS)
}

/** Settles an attempt of a process that has ended: nobody knows how far it came. */
async function settleCutOff(context: Needs, conversationId: number): Promise<void> {
  const email = emailQueries(context.db).open(conversationId)
  if (email?.status !== 'sending') return
  await context.write((tx) => settle(tx, context, email, 'unknown', fault('email_cut_off')))
}

/** The visitor has read everything, or wants no email any more. */
function cancelWaiting(tx: Tx, { db }: Needs, conversationId: number): undefined {
  const email = emailQueries(db).open(conversationId)
  if (email?.status === 'waiting')
    emailQueries(db).settle(tx, email.id, { status: 'cancelled', error: null, sentAt: null })
}

type Settled = 'waiting' | 'sent' | 'sandbox' | 'failed' | 'unknown'

/** Stores an outcome; the conversation says it, unless the email is only tried again. */
function settle(tx: Tx, context: Needs, email: EmailRow, status: Settled, reason?: Fault): void {
  const { db, now } = context
  const error = reason ? encodeFault(reason) : null
  const hasLeft = status === 'sent' || status === 'sandbox'
  const sentAt = hasLeft ? now().getTime() : null
  emailQueries(db).settle(tx, email.id, { status, error, sentAt })
  if (status === 'waiting') return
  const { conversation_id: id, conversation_uuid: uuid, user_id, address } = email
  recordActivity(
    tx,
    context,
    { id, uuid, user_id },
    {
      kind: hasLeft ? 'email_sent' : status === 'unknown' ? 'email_unknown' : 'email_not_sent',
      operatorId: null,
      data: { address, is_sandbox: status === 'sandbox', ...(error && { reason: error }) },
    },
  )
}
