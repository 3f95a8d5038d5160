import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentMessage } from './messages/present.ts'
import { messageQueries } from './messages/queries.ts'
import { supersedeProposal } from './proposals/record.ts'
import type { ConversationRow } from './queries.ts'

/** Cuts off the answer in progress and supersedes an open draft when a new epoch starts; the database refuses any further writes of that answer. */
export function cutOff(
  tx: Tx,
  context: Pick<Context, 'db' | 'events'>,
  conversation: ConversationRow,
): void {
  const { db, events } = context
  const { id, uuid, user_id, visitor_id } = conversation
  supersedeProposal(tx, context, conversation)
  for (const row of messageQueries(db).interrupt(tx, id)) {
    events.record(tx, {
      userId: user_id,
      visitorId: visitor_id,
      type: 'message.updated',
      payload: { conversation_id: uuid, message: presentMessage(row) },
    })
    events.dropDeltas(tx, row.id)
  }
}
