import type { Message } from '#contracts/messages.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { presentMessage } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { translationQueries } from '../writing-aid/queries.ts'
import { enqueueAnswer } from './ask.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs'>

/**
 * Continues the answer that was cut off: the same message grows again.
 * @returns the message; undefined if the last message is not an interrupted answer, or if an operator has taken over
 */
export function continueAnswer(
  tx: Tx,
  context: Needs,
  { id }: Pick<ConversationRow, 'id'>,
): Message | undefined {
  const { db, events } = context
  const conversations = conversationQueries(db)

  const row = messageQueries(db).resume(tx, id)
  if (!row) return undefined
  translationQueries(db).forget(tx, row.id)
  conversations.unstop(tx, id, row.answers_seq!)
  const { uuid, user_id: userId } = conversations.byId(id)!
  const message = presentMessage(row)
  events.record(tx, {
    userId,
    visitorId: conversations.visitorOf(id),
    type: 'message.updated',
    payload: { conversation_id: uuid, message },
  })
  enqueueAnswer(tx, context, id, { continues: row.id })
  return message
}
