import type { SmsStatus } from '#contracts/enums.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import { mergedQueries } from '../../conversations/visitors/merged-queries.ts'

/** A conversation over SMS. */
interface Chat {
  readonly conversationId: number
  readonly phoneNumberId: number
  /** E.164. */
  readonly customer: string
  /** 1 if an assistant is set to answer, else 0. */
  readonly isAnswered: number
}

/** A message in such a conversation, with its destination. */
export interface Reply {
  readonly message_id: number
  readonly content: string
  /** Id of the conversation. */
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  /** Null if the number has been deleted. */
  readonly phone_number_id: number | null
  readonly customer: string
}

/** All SQL for conversations over SMS. */
export const smsChatQueries = oncePerDb((sql, db) => {
  const receive = sql.write<[string, number]>(
    'INSERT INTO sms_inbound (sid, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const markAnswered = sql
    .read<[number], number>('SELECT is_answered FROM sms_conversations WHERE conversation_id = ?')
    .pluck()
  const keep = sql.write<[Chat]>(`
    INSERT INTO sms_conversations (conversation_id, phone_number_id, customer, is_answered)
    VALUES (:conversationId, :phoneNumberId, :customer, :isAnswered)
    ON CONFLICT DO UPDATE SET phone_number_id = :phoneNumberId, is_answered = :isAnswered
  `)
  const toPerson = sql.write<[{ id: number; now: number }]>(`
    UPDATE conversations
    SET ai_mode = 'human', ai_epoch = ai_epoch + 1, ai_mode_by = NULL, ai_mode_at = :now, updated_at = :now
    WHERE id = :id AND ai_mode <> 'human'
  `)
  const reply = sql.read<[number], Reply>(`
    SELECT messages.id AS message_id, messages.content, conversations.id, conversations.uuid, conversations.user_id,
      sms_conversations.phone_number_id, sms_conversations.customer
    FROM messages
    JOIN conversations ON conversations.id = messages.conversation_id
    JOIN sms_conversations ON sms_conversations.conversation_id = conversations.id
    WHERE messages.id = ${hidden('?')}
  `)
  const replyOf = sql.read<[number], Pick<Reply, 'message_id' | 'id' | 'uuid' | 'user_id'>>(`
    SELECT messages.id AS message_id, conversations.id, conversations.uuid, conversations.user_id
    FROM sms_replies
    JOIN messages ON messages.id = sms_replies.message_id
    JOIN conversations ON conversations.id = messages.conversation_id
    WHERE sms_replies.sms_id = ?
  `)
  const partStatus = sql
    .read<[number, number], SmsStatus>(`
      SELECT status FROM sms_replies JOIN sms_messages ON sms_messages.id = sms_id WHERE message_id = ? AND part = ?
    `)
    .pluck()
  const tie = sql.write<[number, number, number]>(
    'INSERT INTO sms_replies (message_id, part, sms_id) VALUES (?, ?, ?)',
  )
  const stop = sql.write<[number, string, number]>(
    'INSERT INTO sms_stops (user_id, customer, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const start = sql.write<[number, string]>(
    'DELETE FROM sms_stops WHERE user_id = ? AND customer = ?',
  )
  const isStopped = sql
    .read<[number, string], number>('SELECT 1 FROM sms_stops WHERE user_id = ? AND customer = ?')
    .pluck()

  return {
    /** False if the message has been received before. */
    receive: (tx: Tx, sid: string, now: Date) => receive.run(tx, sid, now.getTime()).changes === 1,
    /** Reports whether an assistant was set to answer at the last message; undefined before the first. */
    wasAnswered: (conversationId: number) => {
      const answered = markAnswered.get(conversationId)
      return answered === undefined ? undefined : answered === 1
    },
    keep: (tx: Tx, chat: Chat) => keep.run(tx, chat),
    /** Switches to answers by a person; false if that is already the case. */
    toPerson: (tx: Tx, id: number, now: Date) =>
      toPerson.run(tx, { id, now: now.getTime() }).changes === 1,
    /** Undefined if the message no longer exists. */
    reply: (messageId: number) => reply.get(messageId),
    /** The reply that a text message is part of, with its conversation; undefined if it is none. */
    replyOf: (smsId: number) => replyOf.get(smsId),
    /** Status of a part of a message; undefined if it was never started. */
    partStatus: (messageId: number, part: number) => partStatus.get(messageId, part),
    tie: (tx: Tx, messageId: number, part: number, smsId: number) =>
      tie.run(tx, messageId, part, smsId),
    /** Records that a customer has opted out of an account's messages. */
    stop: (tx: Tx, userId: number, customer: string, now: Date) =>
      stop.run(tx, userId, customer, now.getTime()),
    start: (tx: Tx, userId: number, customer: string) => start.run(tx, userId, customer),
    /** Reports whether a customer wants no messages at this number. */
    hasStopped: (userId: number, customer: string) => isStopped.get(userId, customer) !== undefined,
    /** Reports whether a customer wants no messages, at this number or at another one of the same contact. */
    isStopped: (userId: number, customer: string) =>
      mergedQueries(db)
        .numbersWith(userId, customer)
        .some((number) => isStopped.get(userId, number) !== undefined),
  }
})
