import { type Fault, fault } from '#contracts/faults.ts'
import { type Context, newUuid } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { hashOf } from '../../http/principal.ts'
import { openSmtp } from '../../providers/email/smtp.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../providers/http/outgoing-error.ts'
import { bytesOf } from './message-bytes.ts'
import { configuredSender } from './sender/configured.ts'
import { domainOf } from './tags.ts'

/** Result of emailing a link. */
export interface LinkOutcome {
  readonly isSent: boolean
  readonly reason: Fault
  /** True if another attempt may do better. */
  readonly isTemporary?: boolean
}

/** A new link, in its email. */
interface IssuedLink {
  readonly to: string
  readonly secret: string
  readonly content: { readonly subject: string; readonly text: string; readonly html: string }
}

interface Link {
  /** Creates the link, or says why not. */
  readonly issue: (tx: Tx) => IssuedLink | Fault
  /** Ends the link with this hash of its secret. */
  readonly revoke: (tx: Tx, hash: Buffer) => void
}

const failed = (reason: Fault): LinkOutcome => ({ isSent: false, reason })

/**
 * Emails a link with a secret. The link is created once the mail server has answered, and its secret is only in the email; it ends
 * again if the server refuses the email. Whether one that broke off has arrived is unknown: its link stays.
 */
export async function mailLink(
  context: Context,
  { issue, revoke }: Link,
  signal: AbortSignal,
): Promise<LinkOutcome> {
  const { now, write } = context
  const sender = configuredSender(context)
  if (!sender) return failed(fault('email_test_sandbox'))
  if ('fault' in sender) return failed(sender.fault)
  const { from, server } = sender
  try {
    const line = await openSmtp(onBehalfOf(context, null), server, signal)
    try {
      const issued = await write(issue)
      if ('code' in issued) return failed(issued)
      const { to, secret, content } = issued
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
      if (outcome.result === 'unknown') return failed(outcome.error)
      await write((tx) => revoke(tx, hashOf(secret)))
      return { ...failed(outcome.error), isTemporary: !outcome.isFinal }
    } finally {
      line.close()
    }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { ...failed(fault('outgoing_failed', { reason: error.fault })), isTemporary: true }
  }
}
