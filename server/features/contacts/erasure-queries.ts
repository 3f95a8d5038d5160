import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** Identifiers of a conversation and its owners. */
export interface Named {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly visitor_id: number | null
}

interface Part {
  readonly id: number
  /** Sequence number of the first message. */
  readonly from: number
}

/** All SQL for erasures. */
export const erasureQueries = oncePerDb((sql) => {
  const insert = sql.write<[Buffer, number]>(
    'INSERT INTO erasures (subject, erased_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const all = sql.read<[], { subject: Buffer; erased_at: number }>(
    'SELECT subject, erased_at FROM erasures ORDER BY erased_at',
  )
  const subjects = sql.read<[], { visitor_id: number; uuid: string }>(`
    SELECT id AS visitor_id, uuid FROM visitors
    UNION ALL SELECT visitor_id, uuid FROM conversations WHERE visitor_id IS NOT NULL
  `)
  const conversations = sql.read<[], Named>(
    'SELECT id, uuid, user_id, visitor_id FROM conversations',
  )
  const removeConversation = sql.write<[number]>('DELETE FROM conversations WHERE id = ?')
  const latest = sql
    .read<[number, number], number | null>(
      'SELECT min(seq) FROM (SELECT seq FROM messages WHERE conversation_id = ? ORDER BY seq DESC LIMIT ?)',
    )
    .pluck()
  const count = sql
    .read<[number, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM messages WHERE conversation_id = ? LIMIT ?)',
    )
    .pluck()
  const keysFrom = sql
    .read<[Part], string>(`
      SELECT key FROM attachments WHERE message_id IN (
        SELECT id FROM messages WHERE conversation_id = :id AND seq >= :from
      )
    `)
    .pluck()
  const removeFrom = sql.write<[Part]>(
    'DELETE FROM messages WHERE conversation_id = :id AND seq >= :from',
  )
  const removeTexts = sql
    .write<[Part], number>(`
      DELETE FROM sms_messages WHERE status NOT IN ('queued', 'unknown') AND id IN (
        SELECT sms_id FROM messages JOIN sms_replies ON sms_replies.message_id = messages.id
        WHERE conversation_id = :id AND seq >= :from
      ) RETURNING id
    `)
    .pluck()
  const removeMessages = sql.write<[Part]>(`
    DELETE FROM messenger_messages WHERE status NOT IN ('queued', 'unknown') AND message_id IN (
      SELECT id FROM messages WHERE conversation_id = :id AND seq >= :from
    )
  `)
  return {
    insert: (tx: Tx, subject: Buffer, at: number) => insert.run(tx, subject, at),
    all: () => all.all(),
    /** UUIDs of visitors and of their conversations, each with the visitor's id. */
    subjects: () => subjects.all(),
    conversations: () => conversations.all(),
    removeConversation: (tx: Tx, id: number) => removeConversation.run(tx, id),
    /** First sequence number of a conversation's latest `count` messages, or of all. */
    latest: (id: number, count: number) => latest.get(id, count) ?? 0,
    /** Number of messages of a conversation, counted up to `most`. */
    count: (id: number, most: number) => count.get(id, most)!,
    /** Keys of files that were sent from a message on. */
    keysFrom: (id: number, from: number) => keysFrom.all({ id, from }),
    removeFrom: (tx: Tx, id: number, from: number) => removeFrom.run(tx, { id, from }),
    /** Deletes the messages of the messaging channel that carried messages, unless their outcome is pending. */
    removeMessages: (tx: Tx, id: number, from: number) => removeMessages.run(tx, { id, from }),
    /** Deletes the text messages that carried messages, unless their outcome is pending; returns their ids. */
    removeTexts: (tx: Tx, id: number, from: number) => removeTexts.all(tx, { id, from }),
  }
})
