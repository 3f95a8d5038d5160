import type { Context } from '../../context.ts'
import { presentMessage } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import type { ConversationRow } from './queries.ts'

/**
 * Ends an answer where it is. Call it in the transaction that begins a new epoch of the conversation: from then on the
 * database refuses what the answer still wants to write.
 */
export function cutOff(
  { db, events }: Pick<Context, 'db' | 'events'>,
  { id, uuid, user_id, visitor_id }: ConversationRow,
): void {
  for (const row of messageQueries(db).interrupt(id)) {
    events.record({
      userId: user_id,
      visitorId: visitor_id,
      type: 'message.updated',
      payload: { conversation_id: uuid, message: presentMessage(row) },
    })
    events.dropDeltas(row.id)
  }
}
