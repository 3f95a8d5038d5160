import type { Fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { recordIfLost } from '../sms/record-lost-reply.ts'
import { messengerChatQueries } from './chat-queries.ts'
import { type Outcome, recordOutcome } from './outcome.ts'
import { messengerQueries, type StoredMessage } from './queries.ts'
import { isOpen } from './states.ts'

/** Delivery state that a service reports by itself. */
interface ReportedReceipt {
  /** Name of the channel that reports. */
  readonly channel: string
  /** Id of the message, if the service was told it and says it. */
  readonly id: number | undefined
  /** The channel's id of the message. */
  readonly sid: string
  readonly status: 'sent' | 'delivered' | 'read' | 'undelivered' | 'failed'
  readonly error?: Fault | undefined
}

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'randomBytes'>

/** Records a reported state; late, repeated and foreign reports have no effect. */
export function recordReceipt(tx: Tx, context: Needs, report: ReportedReceipt): void {
  const message = messageOf(context, report)
  if (!message) return
  const { sid, error } = report
  // A message that was accepted and failed afterwards is still charged.
  const status =
    report.status === 'failed' && !isOpen(message.status) ? 'undelivered' : report.status
  recordDelivery(tx, context, message.id, { status, sid, error })
}

/**
 * Records the delivery status of a message, reported after its request, and in its conversation that a reply was lost.
 * @returns the message after the change
 */
export function recordDelivery(
  tx: Tx,
  context: Needs,
  id: number,
  outcome: Outcome,
): StoredMessage {
  const { status: before, message_id } = messengerQueries(context.db).find(id)!
  const message = recordOutcome(tx, context, id, outcome)
  recordIfLost(tx, context, {
    kind: 'messenger_not_sent',
    before,
    after: message.status,
    error: outcome.error,
    reply: () =>
      message_id === null ? undefined : messengerChatQueries(context.db).reply(message_id),
  })
  return message
}

function messageOf(
  { db }: Needs,
  { channel, id, sid }: ReportedReceipt,
): StoredMessage | undefined {
  const messages = messengerQueries(db)
  const message = id === undefined ? messages.bySid(channel, sid) : messages.find(id)
  if (message?.channel !== channel || message.is_attempted === 0) return undefined
  return message.sid === null || message.sid === sid ? message : undefined
}
