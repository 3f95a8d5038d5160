import { encodeFault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { recordActivity } from '../conversations/activities/record.ts'
import { smsChatQueries } from './chat/queries.ts'
import { type Outcome, recordOutcome } from './outcome.ts'
import { type StoredSms, smsQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/**
 * Records the delivery status of a message, reported after its request. The first part of a reply that did not arrive is recorded
 * in its conversation, which notifies whoever is to answer there.
 * @returns the message after the change
 */
export function recordDelivery(tx: Tx, context: Needs, id: number, outcome: Outcome): StoredSms {
  const before = smsQueries(context.db).find(id)!.status
  const message = recordOutcome(tx, context, id, outcome)
  const { status } = message
  if (status === before || (status !== 'failed' && status !== 'undelivered')) return message
  const chats = smsChatQueries(context.db)
  const reply = chats.replyOf(id)
  if (!reply || chats.hasLostOther(id)) return message
  const reason = encodeFault(outcome.error ?? fault('message_not_delivered'))
  recordActivity(tx, context, reply, { kind: 'sms_not_sent', operatorId: null, data: { reason } })
  return message
}
