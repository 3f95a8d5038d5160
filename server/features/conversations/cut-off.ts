import type { Context } from '../../context.ts'
import { presentMessage } from './messages/present.ts'
import { messageQueries } from './messages/queries.ts'
import { overtakeProposal } from './proposals/record.ts'
import type { ConversationRow } from './queries.ts'

/**
 * Ends an answer where it is, and a draft that waits for a person. Call it in the transaction that begins a new epoch of the conversation: from then on the
 * database refuses what the answer still wants to write.
 */
export function cutOff(
  context: Pick<Context, 'db' | 'events'>,
  conversation: ConversationRow,
): void {
  const { db, events } = context
  const { id, uuid, user_id, visitor_id } = conversation
  overtakeProposal(context, conversation)
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
