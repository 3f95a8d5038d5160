import type { Author, Message, MessageStatus } from '#contracts/messages.ts'
import type { Context } from '../../context.ts'
import { presentMessage } from '../messages/present.ts'
import { messageQueries } from '../messages/queries.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'

/** A message to be written. */
export interface Draft {
  readonly author: Author
  readonly authorName: string
  readonly content: string
  /** The sender's own id; the same one again answers the message that is there. */
  readonly clientId?: string
  readonly status?: MessageStatus
  /** For an answer: the sequence number of the last message it answers. */
  readonly answersSeq?: number
}

/** Whether a message was written now or had been before. */
export interface Posted {
  readonly message: Message
  readonly isNew: boolean
}

/** Writes a message, its place in the conversation and its event. Call it inside a transaction. */
export function postMessage(
  { db, events, now }: Pick<Context, 'db' | 'events' | 'now'>,
  conversation: Pick<ConversationRow, 'id' | 'uuid' | 'user_id' | 'visitor_id'>,
  draft: Draft,
): Posted {
  const messages = messageQueries(db)
  const existing = draft.clientId && messages.byClientId(conversation.id, draft.clientId)
  if (existing) return { message: presentMessage(existing), isNew: false }
  const seq = conversationQueries(db).countMessage(
    conversation.id,
    draft.author === 'visitor',
    now(),
  )
  const message = presentMessage(
    messages.insert({
      conversationId: conversation.id,
      seq,
      clientId: draft.clientId ?? null,
      author: draft.author,
      authorName: draft.authorName,
      content: draft.content,
      status: draft.status ?? 'complete',
      answersSeq: draft.answersSeq ?? null,
      now: now().getTime(),
    }),
  )
  events.record({
    userId: conversation.user_id,
    visitorId: conversation.visitor_id,
    type: 'message.created',
    payload: { conversation_id: conversation.uuid, message },
  })
  return { message, isNew: true }
}
