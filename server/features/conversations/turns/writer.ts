import type { Message, MessageStatus, Source } from '#contracts/messages.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { explanationQueries } from '../explanations/queries.ts'
import { presentMessage } from '../messages/present.ts'
import { type MessageRow, messageQueries, type Pen } from '../messages/queries.ts'
import { flagIfUnanswered } from '../needs-person.ts'
import { postAnswer } from '../post.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordIfUnanswered } from '../unanswered/record.ts'

interface Answer {
  readonly conversation: ConversationRow
  readonly assistantName: string
  /** Sequence number of the last message to answer. */
  readonly answersSeq: number
  /** Text of an earlier process that could not finish. */
  readonly unfinished: MessageRow | undefined
  /** An interrupted answer to continue. */
  readonly continued?: MessageRow | undefined
  /** Message for the visitor if no answer can be generated. */
  readonly apology: string
}

/** Result of the writing. */
export interface Ending {
  readonly isWhole: boolean
  /** Micro-dollars. */
  readonly cost: number
  /** Reason why it is incomplete, for the desk. */
  readonly detail: string
  /** Its sources. */
  readonly sources: readonly Source[]
  /** True if the model said, other than in the built-in model's words, that it does not answer the question. */
  readonly isUnanswered?: boolean
  /** True if it was stopped because its reader left: no operator has to step in. */
  readonly hasLeft?: boolean
  /** JSON for the desk: what it was made from. */
  readonly explanation?: string
}

/** Writes one answer as it streams. */
export interface AnswerWriter {
  /**
   * Appends text; false once an operator has taken over, or if the visitor wrote again before its first word, in which
   * case nothing is written.
   */
  append(tx: Tx, text: string): boolean
  /** Finishes the answer; without any text it becomes the apology, with status `failed`. */
  finish(tx: Tx, ending: Ending): void
  /** Records the cost of an answer that was cut off, and what its text was made from. */
  abandon(tx: Tx, cost: number, explanation?: string): void
  /** True once any text has been written. */
  readonly hasText: boolean
  /** Id of the message that the visitor sees; undefined before its first words. */
  readonly messageId: number | undefined
}

/**
 * Writes an answer visible to the visitor. Each step is one transaction, which the database refuses once the
 * conversation's epoch has passed.
 */
export function createAnswerWriter(
  context: Pick<Context, 'db' | 'events' | 'hub' | 'jobs' | 'now'>,
  { conversation, assistantName, answersSeq, unfinished, continued, apology }: Answer,
): AnswerWriter {
  const { db, events } = context
  const messages = messageQueries(db)
  const conversations = conversationQueries(db)
  const { id, uuid, user_id: userId, ai_epoch: epoch } = conversation
  let pen: Pen | undefined = continued && { messageId: continued.id, epoch }
  let length = continued?.content.length ?? 0

  const about = () => ({ userId, visitorId: conversations.visitorOf(id) })

  const recordMessage = (tx: Tx, message: Message) =>
    events.record(tx, {
      ...about(),
      type: 'message.updated',
      payload: { conversation_id: uuid, message },
    })

  function begin(tx: Tx, text: string): boolean {
    if (unfinished) return replaceText(tx, unfinished, text)
    // The visitor wrote again: the job of that message answers both.
    if (messages.hasVisitorAfter(id, answersSeq)) return false
    // The visitor may have been merged into another one since the turn started.
    const place = { ...conversation, visitor_id: conversations.visitorOf(id) }
    const message = postAnswer(tx, context, place, {
      authorName: assistantName,
      content: text,
      status: 'streaming',
      answersSeq,
      epoch,
      mode: 'auto',
    })
    if (!message) return false
    pen = { messageId: message.id, epoch }
    return true
  }

  /** Replaces the interrupted text in one step, so that nothing is shown twice. */
  function replaceText(tx: Tx, { id: messageId }: MessageRow, text: string): boolean {
    const again = { messageId, epoch }
    if (!messages.replace(tx, again, text)) return false
    pen = again
    events.dropDeltas(tx, messageId)
    recordMessage(tx, presentMessage(messages.find(messageId)!))
    return true
  }

  function write(tx: Tx, text: string): boolean {
    if (!pen) return begin(tx, text)
    if (!messages.append(tx, pen, text)) return false
    const { messageId } = pen
    events.record(tx, {
      ...about(),
      type: 'message.delta',
      payload: { conversation_id: uuid, message_id: messageId, offset: length, text },
      messageId,
    })
    return true
  }

  function append(tx: Tx, text: string): boolean {
    const isWritten = write(tx, text)
    if (isWritten) length += text.length
    return isWritten
  }

  function close(tx: Tx, status: MessageStatus, ending: Ending): void {
    const { cost, sources, isUnanswered = false, hasLeft = false, explanation } = ending
    const row = pen && messages.finish(tx, pen, status, cost, asJson(sources))
    if (!row) {
      abandon(tx, cost)
      return
    }
    if (cost > 0) conversations.addCost(tx, id, cost)
    if (explanation !== undefined) explanationQueries(db).put(tx, row.id, explanation)
    recordMessage(tx, presentMessage(row))
    const answer = { content: row.content, isUnanswered }
    if (!hasLeft) flagIfUnanswered(tx, context, conversation, { ...answer, status })
    recordIfUnanswered(tx, context, conversation, { ...answer, answersSeq })
    // The event above holds the whole text; a stream that resumes before it needs no deltas.
    events.dropDeltas(tx, row.id)
  }

  function abandon(tx: Tx, cost: number, explanation?: string): void {
    if (pen && explanation !== undefined) explanationQueries(db).put(tx, pen.messageId, explanation)
    if (cost === 0) return
    conversations.addCost(tx, id, cost)
    if (pen) messages.addCost(tx, pen.messageId, cost)
  }

  return {
    append,
    finish(tx, ending) {
      if (length > 0) close(tx, ending.isWhole ? 'complete' : 'interrupted', ending)
      else if (append(tx, apology)) close(tx, 'failed', ending)
      else abandon(tx, ending.cost)
    },
    abandon,
    get hasText() {
      return length > 0
    },
    get messageId() {
      return pen?.messageId
    },
  }
}

/** Serialises the sources of an answer; null without any. */
export const asJson = (sources: readonly Source[]): string | null =>
  sources.length === 0 ? null : JSON.stringify(sources)
