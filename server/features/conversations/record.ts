import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentInboxItem } from './present.ts'
import { conversationQueries } from './queries.ts'

/** Records that a conversation was created or updated. */
export function recordConversation(
  tx: Tx,
  { db, events, hub }: Pick<Context, 'db' | 'events' | 'hub'>,
  id: number,
  type: 'conversation.created' | 'conversation.updated',
): void {
  const row = conversationQueries(db).inboxRow(id)
  events.record(tx, {
    userId: row.user_id,
    visitorId: row.visitor_id,
    type,
    payload: presentInboxItem(row, hub),
  })
}
