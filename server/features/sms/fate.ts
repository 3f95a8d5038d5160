import { encodeFault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { recordActivity } from '../conversations/activities/record.ts'
import { smsChatQueries } from './chat/queries.ts'
import { type Outcome, recordOutcome } from './outcome.ts'
import { type StoredSms, smsQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/**
 * Records what became of a message after its request. If it is a reply and did not arrive, its conversation says so, which
 * notifies whoever is to answer there.
 * @returns the message after the change
 */
export function recordFate(tx: Tx, context: Needs, id: number, outcome: Outcome): StoredSms {
  const before = smsQueries(context.db).find(id)!.status
  const message = recordOutcome(tx, context, id, outcome)
  const { status } = message
  if (status === before || (status !== 'failed' && status !== 'undelivered')) return message
  const reply = smsChatQueries(context.db).replyOf(id)
  const reason = encodeFault(outcome.error ?? fault('messenger_not_delivered'))
  if (reply)
    recordActivity(tx, context, reply, { kind: 'sms_not_sent', operatorId: null, data: { reason } })
  return message
}
