import type { Message } from '#contracts/messages.ts'
import type { Context } from '../../../context.ts'
import { presentMessage } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { askForAnswer } from './ask.ts'

type Needs = Pick<Context, 'db' | 'events' | 'jobs'>

/**
 * Lets the answer that was cut off go on: the same message grows again, from where it is.
 * @returns the message; undefined when the last one is no such answer, or a person has the word
 */
export function continueAnswer(
  context: Needs,
  { id }: Pick<ConversationRow, 'id'>,
): Message | undefined {
  const { db, events } = context
  const conversations = conversationQueries(db)
  return db.transaction(() => {
    const row = messageQueries(db).resume(id)
    if (!row) return undefined
    conversations.unstop(id, row.answers_seq!)
    const { uuid, user_id: userId } = conversations.byId(id)!
    const message = presentMessage(row)
    events.record({
      userId,
      visitorId: conversations.visitorOf(id),
      type: 'message.updated',
      payload: { conversation_id: uuid, message },
    })
    askForAnswer(context, id, row.id)
    return message
  })()
}
