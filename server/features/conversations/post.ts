import type { AiMode } from '#contracts/dial-fields.ts'
import type { Author, AuthoredMessage, MessageStatus } from '#contracts/messages.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { presentAuthored } from './messages/present.ts'
import { messageQueries } from './messages/queries.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'

/** A message to write. */
export interface Draft {
  readonly author: Author
  readonly authorName: string
  /** The operator who wrote it. */
  readonly operatorId?: number
  readonly content: string
  /** The sender's own id; a repeated id returns the existing message. */
  readonly clientId?: string
  /** The caller has already checked that no message has this id. */
  readonly isNew?: boolean
  /** Attachments as shown to readers, JSON. */
  readonly attachments?: string | null
}

/** An answer of the AI to write. */
interface Answer {
  readonly authorName: string
  readonly content: string
  readonly status: MessageStatus
  /** Sequence number of the last message that it answers. */
  readonly answersSeq: number
  /** Sources of the answer, JSON. */
  readonly sources?: string | null
  /** Epoch and dial position when the answer started. */
  readonly epoch: number
  readonly mode: AiMode
}

type Place = Pick<ConversationRow, 'id' | 'uuid' | 'user_id' | 'visitor_id'>
type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** A posted message; `isNew` is false for a repeated one. */
export interface Posted {
  readonly message: AuthoredMessage
  readonly isNew: boolean
}

/** Writes a message, its position in the conversation and its event. */
export function postMessage(tx: Tx, context: Needs, conversation: Place, draft: Draft): Posted {
  const { db, now } = context
  const { author, authorName, operatorId = null, content, clientId } = draft
  const { isNew = false, attachments = null } = draft
  const existing =
    !isNew && clientId ? messageQueries(db).byClientId(conversation.id, clientId) : undefined
  if (existing) return { message: presentAuthored(existing), isNew: false }
  const seq = conversationQueries(db).countMessage(tx, conversation.id, author === 'visitor', now())
  const message = write(tx, context, conversation, {
    seq,
    clientId: clientId ?? null,
    author,
    authorName,
    operatorId,
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
 * Writes an answer of the AI like `postMessage`, unless the dial was turned since the answer started.
 * @returns undefined if nothing was written
 */
export function postAnswer(
  tx: Tx,
  context: Needs,
  conversation: Place,
  { mode, sources = null, ...answer }: Answer,
): AuthoredMessage | undefined {
  const { db, now } = context
  const seq = conversationQueries(db).countAnswer(tx, conversation.id, answer.epoch, mode, now())
  if (seq === undefined) return undefined
  return write(tx, context, conversation, {
    ...answer,
    seq,
    clientId: null,
    author: 'assistant',
    operatorId: null,
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
): AuthoredMessage {
  const row = messageQueries(db).insert(tx, {
    ...message,
    conversationId: id,
    now: now().getTime(),
  })
  const written = presentAuthored(row)
  events.record(tx, {
    userId: user_id,
    visitorId: visitor_id,
    type: 'message.created',
    payload: { conversation_id: uuid, message: written },
  })
  return written
}
