import type { MessengerStatus, SmsStatus } from '#contracts/enums.ts'
import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { recordActivity } from '../conversations/activities/record.ts'
import { lostReplyQueries } from './lost-reply-queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** A reply in a conversation. */
type LostReply = Parameters<typeof recordActivity>[2] & { readonly message_id: number }

interface Loss {
  readonly kind: 'sms_not_sent' | 'messenger_not_sent'
  readonly reason: Fault
}

/**
 * Records in its conversation that a reply was not delivered, which notifies whoever is to answer there: once per reply,
 * whichever of its parts are lost, while sending or later.
 */
export function recordLostReply(
  tx: Tx,
  context: Needs,
  reply: LostReply,
  { kind, reason }: Loss,
): void {
  const replies = lostReplyQueries(context.db)
  const { message_id: messageId } = reply
  // It may have been delivered after all; if not, that is said as well.
  const isUncertain = reason.code === 'sms_outcome_unknown'
  const isNew = isUncertain ? !replies.isLost(messageId) : replies.lose(tx, messageId)
  if (isNew)
    recordActivity(tx, context, reply, {
      kind,
      operatorId: null,
      data: { reason: encodeFault(reason) },
    })
}

interface Delivery {
  readonly kind: Loss['kind']
  readonly before: SmsStatus | MessengerStatus
  readonly after: SmsStatus | MessengerStatus
  readonly error: Fault | undefined
  /** Finds the reply that the message is part of; undefined if it is none. */
  readonly reply: () => LostReply | undefined
}

/** Records a reply as lost if a change of the state of one of its parts says so. */
export function recordIfLost(
  tx: Tx,
  context: Needs,
  { kind, before, after, error, reply }: Delivery,
): void {
  if (after === before || (after !== 'failed' && after !== 'undelivered')) return
  const lost = reply()
  if (lost)
    recordLostReply(tx, context, lost, { kind, reason: error ?? fault('message_not_delivered') })
}
