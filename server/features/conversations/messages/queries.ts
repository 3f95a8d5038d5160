import type { Author, MessageStatus } from '#contracts/messages.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface MessageRow {
  readonly id: number
  readonly seq: number
  readonly client_id: string | null
  readonly author: Author
  readonly author_name: string
  /** The operator who wrote it at the desk. */
  readonly operator_id: number | null
  /** Key of the operator's picture. */
  readonly author_picture: string | null
  readonly content: string
  readonly status: MessageStatus
  readonly created_at: number
  /** JSON, as shown to readers. */
  readonly attachments: string | null
  /** JSON: sources of an answer. */
  readonly sources: string | null
  /** For an answer: sequence number of the last message that it answers. */
  readonly answers_seq: number | null
}

interface NewMessageRow {
  readonly conversationId: number
  readonly seq: number
  readonly clientId: string | null
  readonly author: Author
  readonly authorName: string
  /** The operator who wrote it. */
  readonly operatorId: number | null
  readonly content: string
  readonly status: MessageStatus
  readonly answersSeq: number | null
  /** For an answer: the epoch in which it is written. */
  readonly epoch: number | null
  /** JSON. */
  readonly attachments: string | null
  readonly sources: string | null
  readonly now: number
}

interface Finish {
  readonly status: MessageStatus
  readonly cost: number
  readonly sources: string | null
}

/** The answer being written, and the epoch of its conversation in which it started. */
export interface Pen {
  readonly messageId: number
  readonly epoch: number
}

const COLUMNS = `
  id, seq, client_id, author, author_name, operator_id, content, status, created_at, attachments, sources, answers_seq,
  (SELECT key FROM pictures WHERE pictures.operator_id = messages.operator_id) AS author_picture
`

/** Guard: an answer may be written only while the AI is in charge and its epoch is current. */
const IS_WRITABLE = `
  id = ${hidden(':messageId')} AND status = 'streaming' AND EXISTS (
    SELECT 1 FROM conversations
    WHERE conversations.id = messages.conversation_id AND ai_mode = 'auto' AND ai_epoch = :epoch
  )
`

/** The last message of a conversation is an answer that was cut off, and the AI is in charge. */
const IS_RESUMABLE = `
  status = 'interrupted' AND answers_seq IS NOT NULL AND EXISTS (
    SELECT 1 FROM conversations
    WHERE conversations.id = conversation_id AND message_count = seq AND ai_mode = 'auto' AND ended_at IS NULL
  )
`

/** All SQL for messages. */
export const messageQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewMessageRow], MessageRow>(`
    INSERT INTO messages (
      conversation_id, seq, client_id, author, author_name, operator_id, content, status, answers_seq, epoch, attachments,
      sources, created_at
    ) VALUES (
      :conversationId, :seq, :clientId, :author, :authorName, :operatorId, :content, :status, :answersSeq, :epoch, :attachments,
      :sources, :now
    )
    RETURNING ${COLUMNS}
  `)
  const find = sql.read<[number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE id = ${hidden('?')}`,
  )
  const ofConversation = sql.read<[number, number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE id = ${hidden('?')} AND conversation_id = ${hidden('?')}`,
  )
  const byClientId = sql.read<[number, string], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE conversation_id = ${hidden('?')} AND client_id = ${hidden('?')}`,
  )
  const all = sql.read<[number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE conversation_id = ${hidden('?')} ORDER BY seq`,
  )
  const between = sql.read<[number, number, number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE conversation_id = ${hidden('?')} AND seq BETWEEN ? AND ? ORDER BY seq`,
  )
  const firstUnread = sql
    .read<[number, number], number | null>(
      "SELECT min(seq) FROM messages WHERE conversation_id = ? AND seq > ? AND author = 'visitor'",
    )
    .pluck()
  const visitorAfter = sql
    .read<[number, number], number>(
      `SELECT 1 FROM messages WHERE conversation_id = ${hidden('?')} AND seq > ${hidden('?')} AND author = 'visitor' LIMIT 1`,
    )
    .pluck()
  const latest = sql.read<[number, number], MessageRow>(`
    SELECT * FROM (
      SELECT ${COLUMNS} FROM messages WHERE conversation_id = ${hidden('?')} ORDER BY seq DESC LIMIT ${hidden('?')}
    ) ORDER BY seq
  `)
  const streaming = sql.read<[number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE conversation_id = ? AND status = 'streaming' ORDER BY seq DESC LIMIT 1`,
  )
  const answerTo = sql.read<[number, number], MessageRow>(`
    SELECT ${COLUMNS} FROM messages
    WHERE conversation_id = ? AND author = 'assistant' AND answers_seq >= ? ORDER BY seq LIMIT 1
  `)
  const append = sql.write<[Pen & { text: string }]>(
    `UPDATE messages SET content = content || :text WHERE ${IS_WRITABLE}`,
  )
  const replace = sql.write<[Pen & { text: string }]>(
    `UPDATE messages SET content = :text WHERE ${IS_WRITABLE}`,
  )
  const finish = sql.write<[Pen & Finish], MessageRow>(`
    UPDATE messages SET status = :status, cost = cost + :cost, sources = :sources
    WHERE ${IS_WRITABLE} RETURNING ${COLUMNS}
  `)
  const addCost = sql.write<[number, number]>('UPDATE messages SET cost = cost + ? WHERE id = ?')
  const interrupt = sql.write<[number], MessageRow>(`
    UPDATE messages SET status = 'interrupted' WHERE conversation_id = ? AND status = 'streaming' RETURNING ${COLUMNS}
  `)
  const resume = sql.write<[{ conversationId: number }], MessageRow>(`
    UPDATE messages SET status = 'streaming', epoch = (
      SELECT ai_epoch FROM conversations WHERE conversations.id = conversation_id
    )
    WHERE conversation_id = ${hidden(':conversationId')} AND ${IS_RESUMABLE} RETURNING ${COLUMNS}
  `)
  const resumable = sql
    .read<[number], number>(`SELECT 1 FROM messages WHERE id = ? AND ${IS_RESUMABLE}`)
    .pluck()

  return {
    insert: (tx: Tx, message: NewMessageRow) => insert.get(tx, message)!,
    find: (id: number) => find.get(id),
    ofConversation: (conversationId: number, id: number) => ofConversation.get(id, conversationId),
    byClientId: (conversationId: number, clientId: string) =>
      byClientId.get(conversationId, clientId),
    all: (conversationId: number) => all.all(conversationId),
    /** The messages in a range of sequence numbers, inclusive. */
    between: (conversationId: number, first: number, last: number) =>
      between.all(conversationId, first, last),
    /** Sequence number of the visitor's first message after the read position. */
    firstUnread: (conversationId: number, readSeq: number) =>
      firstUnread.get(conversationId, readSeq) ?? undefined,
    /** Reports whether the visitor wrote after the message with this sequence number. */
    hasVisitorAfter: (conversationId: number, seq: number) =>
      visitorAfter.get(conversationId, seq) !== undefined,
    latest: (conversationId: number, limit: number) => latest.all(conversationId, limit),
    /** An answer that was still being written when the process stopped. */
    streaming: (conversationId: number) => streaming.get(conversationId),
    /** The answer to the message with this sequence number, or to a later one. */
    answerTo: (conversationId: number, seq: number) => answerTo.get(conversationId, seq),
    /** Appends text to an answer; false if it may no longer be written. */
    append: (tx: Tx, pen: Pen, text: string) => append.run(tx, { ...pen, text }).changes === 1,
    /** Replaces the text of an answer; false if it may no longer be written. */
    replace: (tx: Tx, pen: Pen, text: string) => replace.run(tx, { ...pen, text }).changes === 1,
    /** Completes an answer; undefined if it may no longer be written. Cost in micro-dollars. */
    finish: (tx: Tx, pen: Pen, status: MessageStatus, cost: number, sources: string | null) =>
      finish.get(tx, { ...pen, status, cost, sources }),
    /** Adds to the cost of an answer that was cut off. */
    addCost: (tx: Tx, id: number, microDollars: number) => addCost.run(tx, microDollars, id),
    /** Resumes the last message where it was cut off; undefined if it is not such an answer, or the AI is not in charge. */
    resume: (tx: Tx, conversationId: number) => resume.get(tx, { conversationId }),
    /** Reports whether a message is an answer that was cut off and may grow again. */
    isResumable: (id: number) => resumable.get(id) !== undefined,
    /** Interrupts the answer being written in a conversation. */
    interrupt: (tx: Tx, conversationId: number) => interrupt.all(tx, conversationId),
  }
})
