import type { Fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { dropNotice, raiseNotice } from '../../platform/notices/raise.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** There is one mailbox, so that one notice is about it. */
const about = ({ db }: Needs) => ({
  userId: accountQueries(db).owner()!.id,
  kind: 'mailbox_failed' as const,
  subject: 'mailbox',
})

/** Tells the owner that the mailbox cannot be read. */
export const raiseMailboxNotice = (tx: Tx, context: Needs, reason: Fault): void =>
  raiseNotice(tx, context, about(context), reason)

/** Removes that notice. */
export const dropMailboxNotice = (tx: Tx, context: Needs): void =>
  dropNotice(tx, context, about(context))
