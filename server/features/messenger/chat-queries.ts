import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A messenger conversation. Times in ms. */
export interface ChatRow {
  readonly conversation_id: number
  readonly sender_id: number
  /** E.164. */
  readonly customer: string
  /** Null before the customer's first message. */
  readonly last_customer_at: number | null
  /** Id of the sender's assistant that answers since the last message; null for a person. */
  readonly answered_by: number | null
}

/** A message in such a conversation, with its destination. */
export interface Reply {
  readonly message_id: number
  /** Its sequence number in the conversation. */
  readonly seq: number
  readonly author: 'assistant' | 'operator'
  readonly content: string
  /** JSON: its files as shown to readers. */
  readonly attachments: string | null
  /** Id of the conversation. */
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly sender_id: number
  readonly customer: string
}

type NewChat = Omit<ChatRow, 'last_customer_at'>

/** All SQL for messenger conversations. */
export const messengerChatQueries = oncePerDb((sql) => {
  const find = sql.read<[number, string], ChatRow>(
    'SELECT * FROM messenger_conversations WHERE sender_id = ? AND customer = ?',
  )
  const ofConversation = sql.read<[number], ChatRow>(
    `SELECT * FROM messenger_conversations WHERE conversation_id = ${hidden('?')}`,
  )
  const insert = sql.write<[NewChat], ChatRow>(`
    INSERT INTO messenger_conversations (conversation_id, sender_id, customer, answered_by)
    VALUES (:conversation_id, :sender_id, :customer, :answered_by) RETURNING *
  `)
  const wrote = sql.write<[{ id: number; by: number | null; now: number }]>(`
    UPDATE messenger_conversations SET
      last_customer_at = max(ifnull(last_customer_at, 0), :now), answered_by = :by
    WHERE conversation_id = :id
  `)
  const receive = sql.write<[number, string, number]>(
    'INSERT INTO messenger_inbound (sender_id, sid, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const written = sql
    .read<[{ id: number; limit: number; since: number }], number>(`
      SELECT count(*) FROM (
        SELECT created_at FROM messages WHERE conversation_id = :id AND author = 'visitor' ORDER BY seq DESC LIMIT :limit
      ) WHERE created_at > :since
    `)
    .pluck()
  const isReceived = sql
    .read<[number, string], number>(
      'SELECT 1 FROM messenger_inbound WHERE sender_id = ? AND sid = ?',
    )
    .pluck()
  const became = sql.write<[number, number, string]>(
    'UPDATE messenger_inbound SET message_id = ? WHERE sender_id = ? AND sid = ?',
  )
  const original = sql.read<[number, string], { readonly content: string }>(`
    SELECT messages.content FROM messenger_inbound JOIN messages ON messages.id = messenger_inbound.message_id
    WHERE sender_id = ? AND sid = ?
  `)
  const fileBytes = sql.read<
    [{ senderId: number; customer: string; since: number }],
    { readonly all: number; readonly ofCustomer: number }
  >(`
    SELECT ifnull(sum(size), 0) AS "all", ifnull(sum(iif(customer = :customer, size, 0)), 0) AS ofCustomer
    FROM messenger_conversations
    JOIN attachments ON attachments.conversation_id = messenger_conversations.conversation_id
    WHERE sender_id = :senderId AND operator_id IS NULL AND created_at > :since
  `)
  const act = sql.write<[number | null, number]>(
    'UPDATE conversations SET acting_assistant_id = ? WHERE id = ?',
  )
  const reply = sql.read<[number], Reply>(`
    SELECT messages.id AS message_id, messages.seq, messages.author, messages.content,
      messages.attachments, conversations.id, conversations.uuid,
      conversations.user_id, messenger_conversations.sender_id, messenger_conversations.customer
    FROM messages
    JOIN conversations ON conversations.id = messages.conversation_id
    JOIN messenger_conversations ON messenger_conversations.conversation_id = conversations.id
    WHERE messages.id = ${hidden('?')}
  `)

  return {
    find: (senderId: number, customer: string) => find.get(senderId, customer),
    ofConversation: (conversationId: number) => ofConversation.get(conversationId),
    insert: (tx: Tx, chat: NewChat) => insert.get(tx, chat)!,
    /** Opens the window: the customer wrote, and this assistant or a person answers. */
    wrote: (tx: Tx, id: number, by: number | null, now: Date) =>
      wrote.run(tx, { id, by, now: now.getTime() }),
    /** False if the message has been received before. */
    receive: (tx: Tx, senderId: number, sid: string, now: Date) =>
      receive.run(tx, senderId, sid, now.getTime()).changes === 1,
    /** Number of messages that a customer has written since an instant, counted up to a limit. */
    written: (id: number, since: number, limit: number) => written.get({ id, since, limit })!,
    /** Reports whether a message of the channel has been received. */
    isReceived: (senderId: number, sid: string) => isReceived.get(senderId, sid) !== undefined,
    /** Records the message that one of the channel became. */
    became: (tx: Tx, senderId: number, sid: string, messageId: number) =>
      became.run(tx, messageId, senderId, sid),
    /** The message that one of the channel became; undefined if there is none. */
    original: (senderId: number, sid: string) => original.get(senderId, sid),
    /** Size of the files that came to a sender since an instant, in all and from one customer. */
    fileBytes: (senderId: number, customer: string, since: number) =>
      fileBytes.get({ senderId, customer, since })!,
    /** Sets the assistant that answers in place of the conversation's first one; null for that one. */
    act: (tx: Tx, id: number, assistantId: number | null) => act.run(tx, assistantId, id),
    /** Undefined if the message no longer exists. */
    reply: (messageId: number) => reply.get(messageId),
  }
})
