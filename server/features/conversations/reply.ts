import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { assignConversation } from './assign.ts'
import { sendAttachments, takeAttachments } from './attachments/take.ts'
import { recordReplaced } from './corrections/record.ts'
import { reopenConversation } from './end.ts'
import { messageQueries } from './messages/queries.ts'
import { type Posted, postMessage } from './post.ts'
import { supersedeProposal } from './proposals/record.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'
import type { Turns } from './turns/run.ts'

/** Dependencies of an operator's reply. */
export type ReplyNeeds = Pick<Context, 'db' | 'events' | 'hub' | 'now'> & { readonly turns: Turns }

/** An operator who replies. */
interface Replier {
  readonly operatorId: number
  readonly name: string
  /** False for a program, whose replies assign nobody. */
  readonly isPerson: boolean
}

interface Reply {
  readonly content: string
  /** The sender's own id; a repeated one returns the existing message. */
  readonly clientId?: string
  /** Files that operators uploaded for it. */
  readonly attachmentIds?: readonly number[] | undefined
}

/** Posts an operator's reply, which reopens an ended conversation, assigns an unassigned one and supersedes a proposal. */
export function replyAsOperator(
  tx: Tx,
  context: ReplyNeeds,
  row: ConversationRow,
  { operatorId, name, isPerson }: Replier,
  { content, clientId, attachmentIds }: Reply,
): Posted {
  const { db, turns } = context
  const isKnown =
    clientId !== undefined && messageQueries(db).byClientId(row.id, clientId) !== undefined
  const files = takeAttachments(db, row.id, 'desk', isKnown ? [] : attachmentIds)
  const posted = postMessage(tx, context, row, {
    author: 'operator',
    authorName: name,
    // A program with a key is nobody's face.
    ...(isPerson && { operatorId }),
    content,
    ...(clientId !== undefined && { clientId }),
    attachments: files.json,
  })
  if (!posted.isNew) return posted
  sendAttachments(tx, db, files, posted.message.id)
  reopenConversation(tx, context, row, operatorId)
  if (isPerson) assignIfUnassigned(tx, context, row, operatorId)
  // Before the draft is superseded: one that is still being written is nothing to correct.
  recordReplaced(tx, context, { conversationId: row.id, message: posted.message, by: operatorId })
  if (supersedeProposal(tx, context, row)) tx.afterCommit(() => turns.abort(row.id))
  return posted
}

/** Makes a person responsible for the unassigned conversation in which they reply. */
function assignIfUnassigned(
  tx: Tx,
  context: ReplyNeeds,
  { id }: ConversationRow,
  operatorId: number,
): void {
  const row = conversationQueries(context.db).byId(id)!
  if (row.assignee_id === null)
    assignConversation(tx, context, row, { to: operatorId, by: operatorId })
}
