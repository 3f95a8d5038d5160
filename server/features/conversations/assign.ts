import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { operatorQueries } from '../accounts/operators/queries.ts'
import { recordActivity } from './activities/record.ts'
import { bulkQueries } from './inbox/bulk-queries.ts'
import type { ConversationRow } from './queries.ts'
import { recordConversation } from './record.ts'

interface Assignment {
  /** The operator who is now responsible; null for nobody. */
  readonly to: number | null
  /** The operator who assigns it. */
  readonly by: number | null
  /** Name of the rule that does, instead of an operator. */
  readonly rule?: string
}

/** Assigns a conversation, with its activity and event; false if it was assigned so before. */
export function assignConversation(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now'>,
  row: ConversationRow,
  { to, by, rule }: Assignment,
): boolean {
  const { db } = context
  if (!bulkQueries(db).assign(tx, row.id, to)) return false
  const name = to === null ? undefined : operatorQueries(db).ofUser(row.user_id, to)?.name
  const data = {
    to: to === null ? null : { id: to, name: name ?? '' },
    ...(rule !== undefined && { rule }),
  }
  recordActivity(tx, context, row, { kind: 'assigned', operatorId: by, data })
  recordConversation(tx, context, row.id, 'conversation.updated')
  return true
}
