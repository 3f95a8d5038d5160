import type { MessageStatus } from '#contracts/messages.ts'
import type { Context } from '../../context.ts'
import { postMessage } from '../conversations/post.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { presentMessage } from '../messages/present.ts'
import { type MessageRow, messageQueries, type Pen } from '../messages/queries.ts'

interface Answer {
  readonly conversation: ConversationRow
  readonly assistantName: string
  /** Sequence number of the last message that is answered. */
  readonly answersSeq: number
  /** What an earlier process had begun to write and could not finish. */
  readonly unfinished: MessageRow | undefined
}

/** Writes one answer as it comes. */
export interface AnswerWriter {
  /** Adds text; false once a person has taken over: nothing was written then, and nothing will be. */
  append(text: string): boolean
  /** Ends the answer; cost in micro-dollars. */
  finish(status: MessageStatus, cost: number): boolean
  /** Whether any text has been written. */
  readonly hasText: boolean
}

/** Every step is one transaction that the database refuses when the conversation's epoch has passed. */
export function createAnswerWriter(
  context: Pick<Context, 'db' | 'events' | 'now'>,
  { conversation, assistantName, answersSeq, unfinished }: Answer,
): AnswerWriter {
  const { db, events } = context
  const messages = messageQueries(db)
  const conversations = conversationQueries(db)
  const { id, uuid, user_id: userId, visitor_id: visitorId, ai_epoch: epoch } = conversation
  let pen: Pen | undefined
  let length = 0

  const record = (type: string, payload: object, messageId?: number) =>
    events.record({
      userId,
      visitorId,
      type,
      payload: { conversation_id: uuid, ...payload },
      ...(messageId !== undefined && { messageId }),
    })

  const isCurrent = () => {
    const now = conversations.byId(id)
    return now?.ai_enabled === 1 && now.ai_epoch === epoch
  }

  function begin(text: string): boolean {
    if (unfinished) return beginAgain(unfinished, text)
    if (!isCurrent()) return false
    const { message } = postMessage(context, conversation, {
      author: 'assistant',
      authorName: assistantName,
      content: text,
      status: 'streaming',
      answersSeq,
    })
    pen = { messageId: message.id, epoch }
    return true
  }

  /** The new text takes the place of what was cut off, in one step, so that nothing is shown twice. */
  function beginAgain({ id: messageId }: MessageRow, text: string): boolean {
    const again = { messageId, epoch }
    if (!messages.replace(again, text)) return false
    pen = again
    events.dropDeltas(messageId)
    record('message.updated', { message: presentMessage(messages.find(messageId)!) })
    return true
  }

  const append = db.transaction((text: string): boolean => {
    if (!pen) return begin(text)
    if (!messages.append(pen, text)) return false
    record('message.delta', { message_id: pen.messageId, offset: length, text }, pen.messageId)
    return true
  })

  const finish = db.transaction((status: MessageStatus, cost: number): boolean => {
    const row = pen && messages.finish(pen, status, cost)
    if (!row) return false
    if (cost > 0) conversations.addCost(id, cost)
    record('message.updated', { message: presentMessage(row) })
    // The whole text is in the event above; a stream that resumes before it needs no deltas.
    events.dropDeltas(row.id)
    return true
  })

  return {
    append(text) {
      const written = append(text)
      if (written) length += text.length
      return written
    },
    finish: (status, cost) => finish(status, cost),
    get hasText() {
      return length > 0
    },
  }
}
