import { encodeFault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import { raiseNotice } from '../../platform/notices/raise.ts'
import { emailQueries } from '../queries.ts'
import type { IncomingEmail } from './incoming.ts'
import type { Bounced } from './judge.ts'
import { receivedQueries } from './queries.ts'
import { listEmail } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Records that an email could not be delivered: nothing more is sent to its address, and the desk is told. */
export function recordBounce(
  tx: Tx,
  context: Needs,
  { email: { id, user_id, address, conversation_id, conversation_uuid }, text }: Bounced,
  report: IncomingEmail,
): void {
  const { db, now } = context
  const reason = fault('email_bounced', { address, text })
  const conversation = { id: conversation_id, uuid: conversation_uuid, user_id }
  listEmail(tx, context, report, { status: 'bounce', conversation, reason })
  emailQueries(db).settle(tx, id, { status: 'failed', error: encodeFault(reason), sentAt: null })
  receivedQueries(db).bounced(tx, user_id, address, now())
  recordActivity(tx, context, conversation, {
    kind: 'email_bounced',
    operatorId: null,
    data: { address, reason: encodeFault(reason) },
  })
  raiseNotice(tx, context, { userId: user_id, kind: 'email_bounced', subject: address }, reason)
}
