import type { Context } from '../../context.ts'
import { presentInboxItem } from './present.ts'
import { conversationQueries } from './queries.ts'

/** Records that a conversation is new or has changed. Call it inside the transaction of the change. */
export function recordConversation(
  { db, events, hub }: Pick<Context, 'db' | 'events' | 'hub'>,
  id: number,
  type: 'conversation.created' | 'conversation.updated',
): void {
  const row = conversationQueries(db).inboxRow(id)
  events.record({
    userId: row.user_id,
    visitorId: row.visitor_id,
    type,
    payload: presentInboxItem(row, hub),
  })
}
