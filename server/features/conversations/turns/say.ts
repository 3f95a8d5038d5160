import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { sendAttachments, takeAttachments } from '../attachments/take.ts'
import { reopenConversation } from '../end.ts'
import { messageQueries } from '../messages/queries.ts'
import { flagIfPersonRequested } from '../needs-person.ts'
import { type Posted, postMessage } from '../post.ts'
import { supersedeProposal } from '../proposals/record.ts'
import type { SpokenConversation } from '../queries.ts'
import { visitorQueries } from '../visitors/queries.ts'
import { enqueueAnswer } from './ask.ts'
import type { Turns } from './run.ts'

interface PostedByVisitor extends Posted {
  /** The job that answers or drafts an answer, unless a person answers. */
  readonly jobId: number | undefined
}

/** A visitor's message. */
interface NewMessage {
  readonly content: string
  /** The sender's own id, for idempotency: a repeated one returns the existing message. */
  readonly clientId?: string
  /** The caller has checked that no message has this `clientId`. */
  readonly isNew?: boolean
  /** Files that the visitor uploaded for it. */
  readonly attachmentIds?: readonly number[] | undefined
  /** An ongoing call of the conversation answers it. */
  readonly isOnCall?: boolean
  /** False if only an operator may answer it. */
  readonly isAnswered?: boolean
}

/** Dependencies of a visitor's message. */
export type SayNeeds = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs'> & {
  readonly turns: Turns
}

/**
 * Posts a visitor's message; the message and the request for an answer are one commit.
 * @throws InvalidFields for a file that cannot be sent with it
 */
export function say(
  tx: Tx,
  context: SayNeeds,
  conversation: SpokenConversation,
  message: NewMessage,
): PostedByVisitor {
  const { content, clientId, isNew = false, attachmentIds = [] } = message
  const { db, turns } = context
  const name =
    conversation.visitor_id === null ? null : visitorQueries(db).nameOf(conversation.visitor_id)
  const isRepeated =
    attachmentIds.length > 0 &&
    !isNew &&
    clientId !== undefined &&
    messageQueries(db).byClientId(conversation.id, clientId) !== undefined
  const files = takeAttachments(db, conversation.id, 'visitor', isRepeated ? [] : attachmentIds)
  const posted = postMessage(tx, context, conversation, {
    author: 'visitor',
    authorName: name ?? 'Visitor',
    content,
    attachments: files.json,
    isNew,
    ...(clientId !== undefined && { clientId }),
  })
  if (!posted.isNew) return { ...posted, jobId: undefined }
  sendAttachments(tx, db, files, posted.message.id)
  reopenConversation(tx, context, conversation, null)
  flagIfPersonRequested(tx, context, conversation, content)
  const { isOnCall = false, isAnswered = true } = message
  const jobId =
    isAnswered && !isOnCall && conversation.ai_mode !== 'human'
      ? enqueueAnswer(tx, context, conversation.id)
      : undefined
  // A draft or an unseen answer that covers only part of the messages is discarded.
  if (supersedeProposal(tx, context, conversation)) {
    tx.afterCommit(() => turns.abort(conversation.id))
  } else tx.afterCommit(() => turns.restart(conversation.id))
  return { ...posted, jobId }
}
