import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { smsChatQueries } from './chat/queries.ts'
import { type Outcome, recordOutcome } from './outcome.ts'
import { type StoredSms, smsQueries } from './queries.ts'
import { recordIfLost } from './record-lost-reply.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/**
 * Records the delivery status of a message, reported after its request, and in its conversation that a reply was lost.
 * @returns the message after the change
 */
export function recordDelivery(tx: Tx, context: Needs, id: number, outcome: Outcome): StoredSms {
  const { status: before } = smsQueries(context.db).find(id)!
  const message = recordOutcome(tx, context, id, outcome)
  recordIfLost(tx, context, {
    kind: 'sms_not_sent',
    before,
    after: message.status,
    error: outcome.error,
    reply: () => smsChatQueries(context.db).replyOf(id),
  })
  return message
}
