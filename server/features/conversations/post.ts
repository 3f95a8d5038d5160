import type { AiMode } from '#contracts/dial-fields.ts'
import type { Author, Message, MessageStatus } from '#contracts/messages.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentMessage } from './messages/present.ts'
import { messageQueries } from './messages/queries.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'

/** A message to be written. */
export interface Draft {
  readonly author: Author
  readonly authorName: string
  readonly content: string
  /** The sender's own id; the same one again answers the message that is there. */
  readonly clientId?: string
  /** It has just been looked for by that id, and is not there. */
  readonly isNew?: boolean
  /** Its attachments as readers see them, JSON. */
  readonly attachments?: string | null
}

/** An answer of the AI to be written. */
interface Answer {
  readonly authorName: string
  readonly content: string
  readonly status: MessageStatus
  /** The sequence number of the last message it answers. */
  readonly answersSeq: number
  /** Sources of the answer, JSON. */
  readonly sources?: string | null
  /** The epoch it was begun in, and where the dial stood. */
  readonly epoch: number
  readonly mode: AiMode
}

type Place = Pick<ConversationRow, 'id' | 'uuid' | 'user_id' | 'visitor_id'>
type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Distinguishes a new message from a repeated one. */
export interface Posted {
  readonly message: Message
  readonly isNew: boolean
}

/** Writes a message, its place in the conversation and its event. */
export function postMessage(tx: Tx, context: Needs, conversation: Place, draft: Draft): Posted {
  const { db, now } = context
  const { author, authorName, content, clientId, isNew = false, attachments = null } = draft
  const existing =
    !isNew && clientId ? messageQueries(db).byClientId(conversation.id, clientId) : undefined
  if (existing) return { message: presentMessage(existing), isNew: false }
  const seq = conversationQueries(db).countMessage(tx, conversation.id, author === 'visitor', now())
  const message = write(tx, context, conversation, {
    seq,
    clientId: clientId ?? null,
    author,
    authorName,
    content,
    status: 'complete',
    answersSeq: null,
    epoch: null,
    attachments,
    sources: null,
  })
  return { message, isNew: true }
}

/**
 * Writes an answer of the AI as `postMessage` does, unless the dial has been turned since it was begun.
 * @returns undefined when nothing was written
 */
export function postAnswer(
  tx: Tx,
  context: Needs,
  conversation: Place,
  { mode, sources = null, ...answer }: Answer,
): Message | undefined {
  const { db, now } = context
  const seq = conversationQueries(db).countAnswer(tx, conversation.id, answer.epoch, mode, now())
  if (seq === undefined) return undefined
  return write(tx, context, conversation, {
    ...answer,
    seq,
    clientId: null,
    author: 'assistant',
    attachments: null,
    sources,
  })
}

function write(
  tx: Tx,
  { db, events, now }: Needs,
  { id, uuid, user_id, visitor_id }: Place,
  message: Omit<
    Parameters<ReturnType<typeof messageQueries>['insert']>[1],
    'conversationId' | 'now'
  >,
): Message {
  const row = messageQueries(db).insert(tx, {
    ...message,
    conversationId: id,
    now: now().getTime(),
  })
  const written = presentMessage(row)
  events.record(tx, {
    userId: user_id,
    visitorId: visitor_id,
    type: 'message.created',
    payload: { conversation_id: uuid, message: written },
  })
  return written
}
