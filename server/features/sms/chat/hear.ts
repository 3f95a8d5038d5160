import { encodeFault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import { sendAttachments, takeAttachments } from '../../conversations/attachments/take.ts'
import { reopenConversation } from '../../conversations/end.ts'
import { flagIfPersonRequested } from '../../conversations/needs-person.ts'
import { postMessage } from '../../conversations/post.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import { assertFunds } from '../../conversations/turns/funds.ts'
import { type SayNeeds, say } from '../../conversations/turns/say.ts'
import { smsChatQueries } from './queries.ts'
import { orderIn } from './words.ts'

type Needs = SayNeeds & Pick<Context, 'randomBytes'>

/** A message that a customer wrote. */
interface Heard {
  /** E.164. */
  readonly customer: string
  /** Text in the conversation. */
  readonly content: string
  /** Text as written, which may be STOP or START. */
  readonly written: string
  readonly by: 'sms' | 'messenger'
  /** Files that came with it. */
  readonly attachmentIds?: readonly number[]
  /** False if only a person may answer it. */
  readonly isAnswered?: boolean
  /** Said in return at once; undefined if the message is to be answered. */
  readonly greeting?: { readonly by: string; readonly content: string } | undefined
}

/**
 * Adds a customer's message to its conversation and asks for an answer. STOP and START are obeyed, and nobody but a person
 * answers a customer who wants no messages, or whose answer cannot be paid for.
 * @returns id of the message
 */
export function hear(tx: Tx, context: Needs, conversation: ConversationRow, heard: Heard): number {
  const { customer, content, written, by, attachmentIds = [], isAnswered = true, greeting } = heard
  const chats = smsChatQueries(context.db)
  const { user_id: userId } = conversation
  const isStopped = chats.isStopped(userId, customer)
  const order = orderIn(written)
  if (order === 'stop' || (order === 'start' && chats.hasStopped(userId, customer))) {
    if (order === 'stop') chats.stop(tx, userId, customer, context.now())
    else chats.start(tx, userId, customer)
    const id = note(tx, context, conversation, content, attachmentIds)
    const kind = order === 'stop' ? `${by}_stopped` : `${by}_started`
    recordActivity(tx, context, conversation, { kind, operatorId: null })
    return id
  }
  if (isStopped || !isAnswered) return note(tx, context, conversation, content, attachmentIds)
  if (greeting && conversation.ai_mode !== 'human') {
    const id = note(tx, context, conversation, content, attachmentIds)
    postMessage(tx, context, conversation, {
      author: 'assistant',
      authorName: greeting.by,
      content: greeting.content,
    })
    return id
  }
  if (!isPaidFor(tx, context, conversation, by))
    return note(tx, context, conversation, content, attachmentIds)
  return say(tx, context, conversation, { content, attachmentIds }).message.id
}

/** Obeys STOP of a sender whose messages are left out: they want nothing any more, whoever blocked them. */
export function obeyStop(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  { customer, written }: Pick<Heard, 'customer' | 'written'>,
): void {
  if (orderIn(written) === 'stop') smsChatQueries(db).stop(tx, userId, customer, now())
}

/** Records the message without asking for an answer: only a person answers it. */
function note(
  tx: Tx,
  context: Needs,
  conversation: ConversationRow,
  content: string,
  attachmentIds: readonly number[],
): number {
  const files = takeAttachments(context.db, conversation.id, 'visitor', attachmentIds)
  const { message } = postMessage(tx, context, conversation, {
    author: 'visitor',
    authorName: 'Visitor',
    content,
    attachments: files.json,
  })
  sendAttachments(tx, context.db, files, message.id)
  reopenConversation(tx, context, conversation, null)
  flagIfPersonRequested(tx, context, conversation, content)
  return message.id
}

/** Reports whether an answer can be paid for; if not, notifies the desk. */
function isPaidFor(
  tx: Tx,
  context: Needs,
  conversation: ConversationRow,
  by: Heard['by'],
): boolean {
  if (conversation.ai_mode === 'human') return true
  try {
    assertFunds(context, assistantQueries(context.db).byId(conversation.assistant_id)!)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    recordActivity(tx, context, conversation, {
      kind: `${by}_not_sent`,
      operatorId: null,
      data: { reason: encodeFault(error.fault) },
    })
    return false
  }
}
