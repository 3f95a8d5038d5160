import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { newUuid } from '../../../context.ts'
import { openSmtp } from '../../../providers/email/smtp.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { bytesOf } from '../message-bytes.ts'
import { operatorEmailQueries } from '../operator-emails/queries.ts'
import { configuredSender } from '../sender/configured.ts'
import { domainOf } from '../tags.ts'

interface Example {
  readonly name: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

interface Outcome {
  readonly isSent: boolean
  readonly reason: Fault
}

const failed = (reason: Fault): Outcome => ({ isSent: false, reason })

/** Sends an example to the address in an operator's profile. */
export async function sendExample(
  context: Context,
  operatorId: number,
  { name, ...content }: Example,
): Promise<Outcome> {
  const { db, now } = context
  const to = operatorEmailQueries(db).operator(operatorId)?.email ?? null
  if (to === null) return failed(fault('email_test_no_address'))
  const sender = configuredSender(context)
  if (!sender) return failed(fault('email_test_sandbox'))
  if ('fault' in sender) return failed(sender.fault)
  const { from, server } = sender
  try {
    const line = await openSmtp(onBehalfOf(context, null), server, new AbortController().signal)
    try {
      const message = await bytesOf({
        ...content,
        from: { name, address: from },
        to,
        date: now(),
        messageId: `<${newUuid(context)}@${domainOf(from)}>`,
        references: [],
        unsubscribe: { from, link: undefined },
      })
      const outcome = await line.send({ from, to }, message)
      return outcome.result === 'accepted'
        ? { isSent: true, reason: fault('email_test_sent', { address: to }) }
        : failed(outcome.error)
    } finally {
      line.close()
    }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return failed(fault('outgoing_failed', { reason: error.fault }))
  }
}
