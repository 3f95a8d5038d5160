import type { ConversationType } from '#contracts/conversations.ts'
import type { Author } from '#contracts/messages.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'

export interface ConversationRow {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly assistant_id: number
  readonly assistant_uuid: string
  readonly assistant_name: string
  readonly visitor_id: number | null
  /** Who it is with, for one that a program holds through the API. */
  readonly customer_identifier: string | null
  readonly type: ConversationType
  readonly variables: string
  readonly ai_enabled: number
  readonly ai_epoch: number
  readonly message_count: number
  readonly unread_count: number
  readonly total_cost: number
  readonly ended_at: number | null
  readonly created_at: number
  readonly updated_at: number
}

/** A conversation as the list shows it. */
export type ListedConversation = Pick<
  ConversationRow,
  | 'uuid'
  | 'type'
  | 'message_count'
  | 'total_cost'
  | 'ai_enabled'
  | 'created_at'
  | 'updated_at'
  | 'assistant_uuid'
  | 'assistant_name'
>

/** A conversation with what an inbox row shows beside it. */
export interface InboxRow extends ConversationRow {
  readonly visitor_uuid: string | null
  readonly visitor_name: string | null
  readonly last_author: Author | null
  readonly last_content: string | null
  readonly last_created_at: number | null
}

interface NewConversation {
  readonly uuid: string
  readonly userId: number
  readonly assistantId: number
  readonly visitorId: number | null
  readonly clientId: string | null
  readonly type: ConversationType
  readonly variables: string
  readonly now: number
}

const CONVERSATION = `
  SELECT conversations.*, assistants.uuid AS assistant_uuid, assistants.name AS assistant_name
  FROM conversations JOIN assistants ON assistants.id = conversations.assistant_id
`

const INBOX = `
  SELECT conversations.*, assistants.uuid AS assistant_uuid, assistants.name AS assistant_name,
    visitors.uuid AS visitor_uuid, visitors.name AS visitor_name,
    messages.author AS last_author, messages.content AS last_content, messages.created_at AS last_created_at
  FROM conversations
  JOIN assistants ON assistants.id = conversations.assistant_id
  LEFT JOIN visitors ON visitors.id = conversations.visitor_id
  LEFT JOIN messages ON messages.conversation_id = conversations.id AND messages.seq = conversations.message_count
`

/** Rows of the inbox at once. */
const INBOX_PAGE = 50

/** All SQL about conversations. */
export const conversationQueries = oncePerDb((db) => {
  const insert = db.prepare<[NewConversation]>(`
    INSERT INTO conversations (
      uuid, user_id, assistant_id, visitor_id, client_id, type, variables, created_at, updated_at
    ) VALUES (:uuid, :userId, :assistantId, :visitorId, :clientId, :type, :variables, :now, :now)
  `)
  const byId = db.prepare<[number], ConversationRow>(
    `${CONVERSATION} WHERE conversations.id = ${hidden('?')}`,
  )
  const byUuid = db.prepare<[string], ConversationRow>(
    `${CONVERSATION} WHERE conversations.uuid = ${hidden('?')}`,
  )
  const ofUser = db.prepare<[string, number], ConversationRow>(
    `${CONVERSATION} WHERE conversations.uuid = ${hidden('?')} AND +conversations.user_id = ?`,
  )
  const ofVisitor = db.prepare<[string, number], ConversationRow>(
    `${CONVERSATION} WHERE conversations.uuid = ${hidden('?')} AND +conversations.visitor_id = ?`,
  )
  const byClientId = db.prepare<[number, string], ConversationRow>(
    `${CONVERSATION} WHERE conversations.visitor_id = ${hidden('?')} AND conversations.client_id = ${hidden('?')}`,
  )
  const allOfVisitor = db.prepare<[number], ConversationRow>(`
    ${CONVERSATION} WHERE conversations.visitor_id = ?
    ORDER BY conversations.created_at DESC, conversations.id DESC LIMIT 100
  `)
  const inboxRow = db.prepare<[number], InboxRow>(
    `${INBOX} WHERE conversations.id = ${hidden('?')}`,
  )
  const inbox = db.prepare<[number, number, number], InboxRow>(`
    ${INBOX}
    WHERE conversations.user_id = ? AND (conversations.updated_at, conversations.id) < (?, ?)
    ORDER BY conversations.updated_at DESC, conversations.id DESC LIMIT ${INBOX_PAGE}
  `)
  const countMessage = db
    .prepare<[{ id: number; unread: number; now: number }], number>(`
      UPDATE conversations
      SET message_count = message_count + 1, unread_count = unread_count + :unread, updated_at = :now
      WHERE id = ${hidden(':id')} RETURNING message_count
    `)
    .pluck()
  const addCost = db.prepare<[number, number]>(
    'UPDATE conversations SET total_cost = total_cost + ? WHERE id = ?',
  )
  const setAi = db.prepare<[{ id: number; enabled: number; now: number }]>(`
    UPDATE conversations SET ai_enabled = :enabled, ai_epoch = ai_epoch + 1, updated_at = :now
    WHERE id = :id AND ai_enabled <> :enabled
  `)
  const read = db.prepare<[{ id: number; seq: number }]>(`
    UPDATE conversations SET operator_read_seq = :seq, unread_count = (
      SELECT count(*) FROM messages WHERE conversation_id = :id AND author = 'visitor' AND seq > :seq
    )
    WHERE id = :id AND operator_read_seq < :seq
  `)

  return {
    insert: (conversation: NewConversation) => Number(insert.run(conversation).lastInsertRowid),
    byId: (id: number) => byId.get(id),
    byUuid: (uuid: string) => byUuid.get(uuid),
    ofUser: (userId: number, uuid: string) => ofUser.get(uuid, userId),
    ofVisitor: (visitorId: number, uuid: string) => ofVisitor.get(uuid, visitorId),
    byClientId: (visitorId: number, clientId: string) => byClientId.get(visitorId, clientId),
    allOfVisitor: (visitorId: number) => allOfVisitor.all(visitorId),
    inboxRow: (id: number) => inboxRow.get(id)!,
    /** Rows by latest activity, after the one with these values. */
    inbox: (userId: number, updatedAt: number, id: number) => inbox.all(userId, updatedAt, id),
    inboxPageSize: INBOX_PAGE,
    /** Makes room for one more message and returns its sequence number. */
    countMessage: (id: number, isUnread: boolean, now: Date) =>
      countMessage.get({ id, unread: Number(isUnread), now: now.getTime() })!,
    addCost: (id: number, microDollars: number) => addCost.run(microDollars, id),
    /** Turns the AI on or off and begins a new epoch; false when it was so already. */
    setAi: (id: number, enabled: boolean, now: Date) =>
      setAi.run({ id, enabled: Number(enabled), now: now.getTime() }).changes === 1,
    /** Marks messages as seen; false when they were already. */
    read: (id: number, seq: number) => read.run({ id, seq }).changes === 1,
  }
})
