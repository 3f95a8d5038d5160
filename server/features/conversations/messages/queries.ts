import type { Author, MessageStatus } from '#contracts/messages.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

export interface MessageRow {
  readonly id: number
  readonly seq: number
  readonly client_id: string | null
  readonly author: Author
  readonly author_name: string
  readonly content: string
  readonly status: MessageStatus
  readonly created_at: number
  /** JSON, as readers see them. */
  readonly attachments: string | null
  /** JSON: what an answer rests on. */
  readonly sources: string | null
  /** For an answer: the sequence number of the last message that it answers. */
  readonly answers_seq: number | null
}

interface NewMessageRow {
  readonly conversationId: number
  readonly seq: number
  readonly clientId: string | null
  readonly author: Author
  readonly authorName: string
  readonly content: string
  readonly status: MessageStatus
  readonly answersSeq: number | null
  /** For an answer: the epoch it is written in. */
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

/** Which answer is being written, and in which epoch of its conversation it was begun. */
export interface Pen {
  readonly messageId: number
  readonly epoch: number
}

const COLUMNS =
  'id, seq, client_id, author, author_name, content, status, created_at, attachments, sources, answers_seq'

/** An answer may only be written while the AI has the word and nobody has taken over since it began. */
const STILL_ALLOWED = `
  id = ${hidden(':messageId')} AND status = 'streaming' AND EXISTS (
    SELECT 1 FROM conversations
    WHERE conversations.id = messages.conversation_id AND ai_mode = 'auto' AND ai_epoch = :epoch
  )
`

/** All SQL about messages. */
export const messageQueries = oncePerDb((db) => {
  const insert = db.prepare<[NewMessageRow], MessageRow>(`
    INSERT INTO messages (
      conversation_id, seq, client_id, author, author_name, content, status, answers_seq, epoch, attachments,
      sources, created_at
    ) VALUES (
      :conversationId, :seq, :clientId, :author, :authorName, :content, :status, :answersSeq, :epoch, :attachments,
      :sources, :now
    )
    RETURNING ${COLUMNS}
  `)
  const find = db.prepare<[number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE id = ${hidden('?')}`,
  )
  const byClientId = db.prepare<[number, string], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE conversation_id = ${hidden('?')} AND client_id = ${hidden('?')}`,
  )
  const all = db.prepare<[number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE conversation_id = ${hidden('?')} ORDER BY seq`,
  )
  const between = db.prepare<[number, number, number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE conversation_id = ${hidden('?')} AND seq BETWEEN ? AND ? ORDER BY seq`,
  )
  const firstUnread = db
    .prepare<[number, number], number | null>(
      "SELECT min(seq) FROM messages WHERE conversation_id = ? AND seq > ? AND author = 'visitor'",
    )
    .pluck()
  const latest = db.prepare<[number, number], MessageRow>(`
    SELECT * FROM (
      SELECT ${COLUMNS} FROM messages WHERE conversation_id = ${hidden('?')} ORDER BY seq DESC LIMIT ${hidden('?')}
    ) ORDER BY seq
  `)
  const streaming = db.prepare<[number], MessageRow>(
    `SELECT ${COLUMNS} FROM messages WHERE conversation_id = ? AND status = 'streaming' ORDER BY seq DESC LIMIT 1`,
  )
  const answerTo = db.prepare<[number, number], MessageRow>(`
    SELECT ${COLUMNS} FROM messages
    WHERE conversation_id = ? AND author = 'assistant' AND answers_seq >= ? ORDER BY seq LIMIT 1
  `)
  const append = db.prepare<[Pen & { text: string }]>(
    `UPDATE messages SET content = content || :text WHERE ${STILL_ALLOWED}`,
  )
  const replace = db.prepare<[Pen & { text: string }]>(
    `UPDATE messages SET content = :text WHERE ${STILL_ALLOWED}`,
  )
  const finish = db.prepare<[Pen & Finish], MessageRow>(`
    UPDATE messages SET status = :status, cost = cost + :cost, sources = :sources
    WHERE ${STILL_ALLOWED} RETURNING ${COLUMNS}
  `)
  const addCost = db.prepare<[number, number]>('UPDATE messages SET cost = cost + ? WHERE id = ?')
  const interrupt = db.prepare<[number], MessageRow>(`
    UPDATE messages SET status = 'interrupted' WHERE conversation_id = ? AND status = 'streaming' RETURNING ${COLUMNS}
  `)
  const resume = db.prepare<[{ conversationId: number }], MessageRow>(`
    UPDATE messages SET status = 'streaming', epoch = (
      SELECT ai_epoch FROM conversations WHERE conversations.id = conversation_id
    )
    WHERE conversation_id = ${hidden(':conversationId')} AND status = 'interrupted' AND answers_seq IS NOT NULL
      AND EXISTS (
        SELECT 1 FROM conversations
        WHERE conversations.id = conversation_id AND message_count = seq AND ai_mode = 'auto' AND ended_at IS NULL
      )
    RETURNING ${COLUMNS}
  `)

  return {
    insert: (message: NewMessageRow) => insert.get(message)!,
    find: (id: number) => find.get(id),
    byClientId: (conversationId: number, clientId: string) =>
      byClientId.get(conversationId, clientId),
    all: (conversationId: number) => all.all(conversationId),
    /** Those with these sequence numbers, both included. */
    between: (conversationId: number, first: number, last: number) =>
      between.all(conversationId, first, last),
    /** Sequence number of the visitor's first message after the last one that was seen. */
    firstUnread: (conversationId: number, readSeq: number) =>
      firstUnread.get(conversationId, readSeq) ?? undefined,
    latest: (conversationId: number, limit: number) => latest.all(conversationId, limit),
    /** An answer that was being written when the process went. */
    streaming: (conversationId: number) => streaming.get(conversationId),
    /** The answer to the message with this sequence number, or to a later one. */
    answerTo: (conversationId: number, seq: number) => answerTo.get(conversationId, seq),
    /** Adds text to an answer; false when it may not be written any more. */
    append: (pen: Pen, text: string) => append.run({ ...pen, text }).changes === 1,
    /** Begins an answer anew; false when it may not be written any more. */
    replace: (pen: Pen, text: string) => replace.run({ ...pen, text }).changes === 1,
    /** Ends an answer; undefined when it may not be written any more. Cost in micro-dollars. */
    finish: (pen: Pen, status: MessageStatus, cost: number, sources: string | null) =>
      finish.get({ ...pen, status, cost, sources }),
    /** Notes what an answer cost that was cut off. */
    addCost: (id: number, microDollars: number) => addCost.run(microDollars, id),
    /** Lets the last message go on where it was cut off; undefined when it is no such answer, or a person has the word. */
    resume: (conversationId: number) => resume.get({ conversationId }),
    /** Cuts off what is being written in a conversation. */
    interrupt: (conversationId: number) => interrupt.all(conversationId),
  }
})
