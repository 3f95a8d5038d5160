import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { messengerChatQueries } from './chat-queries.ts'
import { recordOutcome } from './outcome.ts'
import { messengerQueries, type StoredMessage } from './queries.ts'
import { recordNotSent } from './reply.ts'
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

/** Records a reported state; late, repeated and foreign reports have no effect. What did not arrive, the conversation says. */
export function recordReceipt(tx: Tx, context: Needs, report: ReportedReceipt): void {
  const message = messageOf(context, report)
  if (!message) return
  const { sid, error } = report
  // A message that was accepted and failed afterwards is still charged.
  const status =
    report.status === 'failed' && !isOpen(message.status) ? 'undelivered' : report.status
  const changed = recordOutcome(tx, context, message.id, { status, sid, error })
  const isLost = changed.status === 'failed' || changed.status === 'undelivered'
  if (!isLost || changed.status === message.status || message.message_id === null) return
  const reply = messengerChatQueries(context.db).reply(message.message_id)
  if (reply) recordNotSent(tx, context, reply, error ?? fault('messenger_not_delivered'))
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
