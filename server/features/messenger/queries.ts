import type { MessengerStatus } from '#contracts/enums.ts'
import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A stored message to a customer: times in ms, money in micro-dollars. */
export interface StoredMessage {
  readonly id: number
  readonly user_id: number
  readonly sender_id: number
  /** Null once the conversation has been erased. */
  readonly message_id: number | null
  readonly to_number: string
  readonly body: string
  readonly price: number
  readonly status: MessengerStatus
  readonly channel: string
  /** 1 once the request may have been sent. */
  readonly is_attempted: number
  /** 1 while it has certainly not left and its job will send it. */
  readonly is_owed: number
  readonly sid: string | null
  readonly error: StoredFault | null
  readonly created_at: number
  /** Time at which the channel accepted it. */
  readonly sent_at: number | null
  readonly updated_at: number
}

interface NewMessage {
  readonly userId: number
  readonly senderId: number
  readonly messageId: number
  readonly part: number
  readonly templateId: number | null
  readonly to: string
  readonly body: string
  readonly price: number
  readonly channel: string
  readonly isOwed: number
  readonly now: number
}

interface Change {
  readonly id: number
  readonly status: MessengerStatus
  readonly sid: string | null
  readonly error: StoredFault | null
  readonly now: number
}

interface Recipients {
  readonly senderId: number
  readonly since: number
}

/** A message between a sender and a customer, in either direction. */
export interface ExchangedRow {
  readonly id: number
  readonly author: 'visitor' | 'assistant' | 'operator'
  readonly content: string
  readonly created_at: number
  readonly status: MessengerStatus | null
  readonly error: StoredFault | null
}

/** All SQL for messages to customers. */
export const messengerQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewMessage], StoredMessage>(`
    INSERT INTO messenger_messages (
      user_id, sender_id, message_id, part, template_id, to_number, body, price, status, channel, is_owed, created_at, updated_at
    ) VALUES (
      :userId, :senderId, :messageId, :part, :templateId, :to, :body, :price, 'queued', :channel, :isOwed, :now, :now
    ) RETURNING *
  `)
  const find = sql.read<[number], StoredMessage>('SELECT * FROM messenger_messages WHERE id = ?')
  const attempt = sql.write<[number]>(
    'UPDATE messenger_messages SET is_attempted = 1, is_owed = 0 WHERE id = ?',
  )
  const owe = sql.write<[number]>(
    "UPDATE messenger_messages SET is_attempted = 0, is_owed = 1 WHERE id = ? AND status = 'queued'",
  )
  const change = sql.write<[Change], StoredMessage>(`
    UPDATE messenger_messages SET
      status = :status, sid = coalesce(:sid, sid), error = :error, updated_at = :now,
      sent_at = coalesce(sent_at, iif(:status IN ('sent', 'delivered', 'read', 'undelivered'), :now, NULL))
    WHERE id = :id RETURNING *
  `)
  const queued = sql.read<[], StoredMessage>(
    "SELECT * FROM messenger_messages WHERE status = 'queued' AND is_owed = 0 ORDER BY id",
  )
  const openIds = sql
    .read<[number], number>(
      "SELECT id FROM messenger_messages WHERE user_id = ? AND status IN ('queued', 'unknown')",
    )
    .pluck()
  const bySid = sql.read<[string, string], StoredMessage>(
    'SELECT * FROM messenger_messages WHERE channel = ? AND sid = ?',
  )
  const part = sql.read<[number, number], StoredMessage>(
    'SELECT * FROM messenger_messages WHERE message_id = ? AND part = ?',
  )
  const recipients = sql
    .read<[Recipients], number>(`
      SELECT count(DISTINCT to_number) FROM messenger_messages
      WHERE sender_id = :senderId AND created_at > :since AND status <> 'failed'
    `)
    .pluck()
  const isRecent = sql
    .read<[Recipients & { to: string }], number>(`
      SELECT 1 FROM messenger_messages
      WHERE sender_id = :senderId AND to_number = :to AND created_at > :since AND status <> 'failed' LIMIT 1
    `)
    .pluck()
  const exchanged = sql.read<[number, number], ExchangedRow>(`
    SELECT * FROM (
      SELECT messages.id, messages.author, coalesce(messenger_messages.body, messages.content) AS content,
        messages.created_at, messenger_messages.status, messenger_messages.error, messenger_messages.part
      FROM messages LEFT JOIN messenger_messages ON messenger_messages.message_id = messages.id
      WHERE messages.conversation_id = ?
        AND (messages.author = 'visitor' OR messenger_messages.status NOT IN ('queued', 'failed', 'unknown'))
      ORDER BY messages.seq DESC, messenger_messages.part DESC LIMIT ?
    ) ORDER BY created_at, id, part
  `)

  return {
    insert: (tx: Tx, message: NewMessage) => insert.get(tx, message)!,
    find: (id: number) => find.get(id),
    /** Records that the request may be sent from now on. */
    attempt: (tx: Tx, id: number) => attempt.run(tx, id),
    change: (tx: Tx, change_: Change) => change.get(tx, change_)!,
    /** All queued messages that no job will send. */
    queued: () => queued.all(),
    /** Ids of an account's messages whose money is still reserved. */
    openIds: (userId: number) => openIds.all(userId),
    /** A message by its channel's id. */
    bySid: (channel: string, sid: string) => bySid.get(channel, sid),
    /** A part of a conversation's message; undefined if it was never started. */
    part: (messageId: number, number: number) => part.get(messageId, number),
    /** Records that it has not left and that its job will send it. */
    owe: (tx: Tx, id: number) => owe.run(tx, id),
    /** Number of recipients of a sender since an instant. */
    recipients: (senderId: number, since: number) => recipients.get({ senderId, since })!,
    /** Reports whether a sender has written to a number since an instant. */
    isRecent: (senderId: number, to: string, since: number) =>
      isRecent.get({ senderId, to, since }) !== undefined,
    /** The latest messages that either side has received, oldest first. */
    exchanged: (conversationId: number, limit: number) => exchanged.all(conversationId, limit),
  }
})
