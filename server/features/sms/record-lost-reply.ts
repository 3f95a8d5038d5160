import type { MessengerStatus, SmsStatus } from '#contracts/enums.ts'
import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { recordActivity } from '../conversations/activities/record.ts'

type Conversation = Parameters<typeof recordActivity>[2]

interface Delivery {
  readonly kind: 'sms_not_sent' | 'messenger_not_sent'
  readonly before: SmsStatus | MessengerStatus
  readonly after: SmsStatus | MessengerStatus
  readonly error: Fault | undefined
  /** Finds the conversation of the reply; undefined if it is none, or if another part of it was lost before. */
  readonly conversation: () => Conversation | undefined
}

/** Records in its conversation that a reply was not delivered, which notifies whoever is to answer there. */
export function recordLostReply(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now'>,
  { kind, before, after, error, conversation }: Delivery,
): void {
  if (after === before || (after !== 'failed' && after !== 'undelivered')) return
  const reply = conversation()
  const reason = encodeFault(error ?? fault('message_not_delivered'))
  if (reply) recordActivity(tx, context, reply, { kind, operatorId: null, data: { reason } })
}
