import type { AiMode } from '#contracts/dial-fields.ts'
import type { ConversationType } from '#contracts/enums.ts'
import type { InboxState } from '#contracts/inbox-filter.ts'
import type { Author } from '#contracts/messages.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import { LABELS } from './labels/queries.ts'
import { REPLY_DUE } from './reply-targets/clock-queries.ts'
import { type OfTeam, TEAM } from './team-column.ts'
import { CONTACT, CONTACT_OF_CONVERSATION, type OfContact } from './visitors/contact-columns.ts'

export interface ConversationRow {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly assistant_id: number
  readonly assistant_uuid: string
  readonly assistant_name: string
  readonly visitor_id: number | null
  /** Customer id, for a conversation that a program created through the API. */
  readonly customer_identifier: string | null
  readonly type: ConversationType
  readonly variables: string
  readonly ai_enabled: number
  readonly ai_mode: AiMode
  readonly ai_epoch: number
  readonly ai_mode_by: number | null
  readonly ai_mode_by_name: string | null
  readonly ai_mode_at: number | null
  readonly message_count: number
  readonly unread_count: number
  readonly total_cost: number
  readonly assignee_id: number | null
  readonly team_id: number | null
  readonly snoozed_until: number | null
  readonly needs_person: number
  readonly awaiting_reply_since: number | null
  readonly is_ai_only: number
  readonly inbox_state: InboxState | null
  readonly operator_read_seq: number
  readonly visitor_read_seq: number
  /** Messages up to this one are no longer answered: the visitor wants no answer, or the conversation has ended since. */
  readonly stopped_seq: number
  /** Target of the last transfer to another assistant. */
  readonly acting_assistant_id: number | null
  readonly assistant_transfers: number
  readonly ended_at: number | null
  readonly rating: number | null
  readonly rating_comment: string | null
  readonly created_at: number
  readonly updated_at: number
}

/** The columns of a conversation that processing a visitor's message needs. */
export type SpokenConversation = Pick<
  ConversationRow,
  | 'id'
  | 'uuid'
  | 'user_id'
  | 'visitor_id'
  | 'ai_mode'
  | 'message_count'
  | 'needs_person'
  | 'snoozed_until'
  | 'ended_at'
>

/** A conversation in the list. */
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

/** A conversation with the related data of its inbox row. */
export interface InboxRow extends ConversationRow, OfTeam, OfContact {
  readonly last_author: Author | null
  readonly last_content: string | null
  readonly last_created_at: number | null
  /** The visitor's latest message while a person is needed. */
  readonly open_question: string | null
  readonly assignee_name: string | null
  readonly labels: string
  readonly call: string | null
  /** JSON: when a person's reply is due. */
  readonly reply_due: string | null
}

/** A live call; `since` in ms since 1970. */
export interface OngoingCallRow {
  readonly id: number
  readonly since: number
}

/** A conversation as shown to its visitor. */
export interface OwnConversationRow extends ConversationRow {
  /** The first message of the visitor. */
  readonly title: string | null
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
  readonly mode: AiMode
  readonly type: ConversationType
  readonly variables: string
  readonly now: number
}

interface ModeChange {
  readonly id: number
  readonly epoch: number
  readonly mode: AiMode
  readonly by: number | null
  readonly now: number
}

const MODE_BY = '(SELECT name FROM operators WHERE operators.id = ai_mode_by) AS ai_mode_by_name'

const CONVERSATION = `
  SELECT conversations.*, ${MODE_BY}, assistants.uuid AS assistant_uuid, assistants.name AS assistant_name
  FROM conversations JOIN assistants ON assistants.id = conversations.assistant_id
`

const OWN = `
  SELECT conversations.*, ${MODE_BY}, assistants.uuid AS assistant_uuid, assistants.name AS assistant_name,
    messages.author AS last_author, messages.content AS last_content, messages.created_at AS last_created_at,
    (SELECT content FROM messages WHERE conversation_id = conversations.id AND author = 'visitor' ORDER BY seq LIMIT 1) AS title
  FROM conversations JOIN assistants ON assistants.id = conversations.assistant_id
  LEFT JOIN messages ON messages.conversation_id = conversations.id AND messages.seq = conversations.message_count
`

const CALL = `(
  SELECT json_object('id', calls.id, 'since', calls.answered_at) FROM calls
  WHERE calls.conversation_id = conversations.id AND calls.status = 'in-progress'
  ORDER BY calls.id DESC LIMIT 1
)`

const INBOX = `
  SELECT conversations.*, ${MODE_BY}, assistants.uuid AS assistant_uuid, assistants.name AS assistant_name,
    ${CONTACT},
    messages.author AS last_author, messages.content AS last_content, messages.created_at AS last_created_at,
    iif(needs_person, (SELECT content FROM messages WHERE conversation_id = conversations.id AND author = 'visitor'
      ORDER BY seq DESC LIMIT 1), NULL) AS open_question,
    (SELECT name FROM operators WHERE operators.id = assignee_id) AS assignee_name, ${LABELS} AS labels, ${CALL} AS call,
    ${REPLY_DUE} AS reply_due, ${TEAM}
  FROM conversations JOIN assistants ON assistants.id = conversations.assistant_id
  ${CONTACT_OF_CONVERSATION}
  LEFT JOIN messages ON messages.conversation_id = conversations.id AND messages.seq = conversations.message_count
`

/** All SQL for conversations. */
export const conversationQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewConversation]>(`
    INSERT INTO conversations (
      uuid, user_id, assistant_id, visitor_id, client_id, ai_mode, type, variables, created_at, updated_at
    ) VALUES (:uuid, :userId, :assistantId, :visitorId, :clientId, :mode, :type, :variables, :now, :now)
  `)
  const byId = sql.read<[number], ConversationRow>(
    `${CONVERSATION} WHERE conversations.id = ${hidden('?')}`,
  )
  const byUuid = sql.read<[string], ConversationRow>(
    `${CONVERSATION} WHERE conversations.uuid = ${hidden('?')}`,
  )
  const ofUser = sql.read<[string, number], ConversationRow>(
    `${CONVERSATION} WHERE conversations.uuid = ${hidden('?')} AND +conversations.user_id = ?`,
  )
  const ofVisitor = sql.read<[string, number], OwnConversationRow>(
    `${OWN} WHERE conversations.uuid = ${hidden('?')} AND +conversations.visitor_id = ?`,
  )
  const spokenByVisitor = sql.read<[string, number], SpokenConversation>(`
    SELECT id, uuid, user_id, visitor_id, ai_mode, message_count, needs_person, snoozed_until, ended_at
    FROM conversations WHERE uuid = ${hidden('?')} AND +visitor_id = ?
  `)
  const byClientId = sql.read<[number, string], ConversationRow>(
    `${CONVERSATION} WHERE conversations.visitor_id = ${hidden('?')} AND conversations.client_id = ${hidden('?')}`,
  )
  const allOfVisitor = sql.read<[number], OwnConversationRow>(`
    ${OWN} WHERE conversations.visitor_id = ?
    ORDER BY conversations.created_at DESC, conversations.id DESC LIMIT 100
  `)
  const namesOfVisitor = sql.read<[number], { id: number; uuid: string }>(
    'SELECT id, uuid FROM conversations WHERE visitor_id = ? ORDER BY id',
  )
  const visitorOf = sql
    .read<[number], number | null>(`SELECT visitor_id FROM conversations WHERE id = ${hidden('?')}`)
    .pluck()
  const give = sql
    .write<[{ from: number; into: number }], number>(`
      UPDATE conversations SET visitor_id = :into, client_id = iif(EXISTS (
        SELECT 1 FROM conversations AS own
        WHERE own.visitor_id = :into AND own.client_id = conversations.client_id
      ), NULL, client_id)
      WHERE visitor_id = :from RETURNING id
    `)
    .pluck()
  const setVariables = sql.write<[string, number]>(
    'UPDATE conversations SET variables = ? WHERE id = ?',
  )
  const callIn = sql
    .read<[number], string | null>(`SELECT ${CALL} FROM conversations WHERE id = ${hidden('?')}`)
    .pluck()
  const inboxRow = sql.read<[number], InboxRow>(`${INBOX} WHERE conversations.id = ${hidden('?')}`)
  const countMessage = sql
    .write<[{ id: number; unread: number; now: number }], number>(`
      UPDATE conversations
      SET message_count = message_count + 1, unread_count = unread_count + :unread, updated_at = :now
      WHERE id = ${hidden(':id')} RETURNING message_count
    `)
    .pluck()
  const countAnswer = sql
    .write<[{ id: number; epoch: number; mode: AiMode; now: number }], number>(`
      UPDATE conversations SET message_count = message_count + 1, updated_at = :now
      WHERE id = ${hidden(':id')} AND ai_epoch = :epoch AND ai_mode = :mode RETURNING message_count
    `)
    .pluck()
  const addCost = sql.write<[number, number]>(
    'UPDATE conversations SET total_cost = total_cost + ? WHERE id = ?',
  )
  const setMode = sql.write<[ModeChange]>(`
    UPDATE conversations
    SET ai_mode = :mode, ai_epoch = ai_epoch + 1, ai_mode_by = :by, ai_mode_at = :now, updated_at = :now
    WHERE id = :id AND ai_epoch = :epoch AND ai_mode <> :mode
  `)
  const stop = sql.write<[{ id: number; upTo: number }]>(`
    UPDATE conversations SET stopped_seq = :upTo, ai_epoch = ai_epoch + 1
    WHERE id = :id AND ai_mode = 'auto' AND stopped_seq < :upTo
  `)
  const unstop = sql.write<[{ id: number; before: number }]>(
    'UPDATE conversations SET stopped_seq = min(stopped_seq, :before - 1) WHERE id = :id',
  )
  const visitorRead = sql.write<[{ id: number; seq: number }]>(`
    UPDATE conversations SET visitor_read_seq = min(:seq, message_count)
    WHERE id = :id AND visitor_read_seq < min(:seq, message_count)
  `)
  const read = sql.write<[{ id: number; seq: number }]>(`
    UPDATE conversations SET operator_read_seq = :seq, unread_count = (
      SELECT count(*) FROM messages WHERE conversation_id = :id AND author = 'visitor' AND seq > :seq
    )
    WHERE id = :id AND operator_read_seq < :seq
  `)

  return {
    insert: (tx: Tx, conversation: NewConversation) =>
      Number(insert.run(tx, conversation).lastInsertRowid),
    byId: (id: number) => byId.get(id),
    byUuid: (uuid: string) => byUuid.get(uuid),
    ofUser: (userId: number, uuid: string) => ofUser.get(uuid, userId),
    ofVisitor: (visitorId: number, uuid: string) => ofVisitor.get(uuid, visitorId),
    /** A visitor's conversation, without long or joined columns. */
    spokenByVisitor: (visitorId: number, uuid: string) => spokenByVisitor.get(uuid, visitorId),
    byClientId: (visitorId: number, clientId: string) => byClientId.get(visitorId, clientId),
    /** A visitor's conversations, newest first, at most 100. */
    allOfVisitor: (visitorId: number) => allOfVisitor.all(visitorId),
    /** Ids and UUIDs of all of a visitor's conversations, oldest first. */
    namesOfVisitor: (visitorId: number) => namesOfVisitor.all(visitorId),
    /** The current visitor of a conversation. */
    visitorOf: (id: number) => visitorOf.get(id) ?? null,
    /** Moves all conversations of one visitor to another; returns their ids. */
    give: (tx: Tx, from: number, into: number) => give.all(tx, { from, into }),
    setVariables: (tx: Tx, id: number, json: string) => setVariables.run(tx, json, id),
    inboxRow: (id: number) => inboxRow.get(id)!,
    /** JSON: the live call in a conversation. */
    callIn: (id: number) => callIn.get(id) ?? null,
    /** Reserves the next sequence number for a message. */
    countMessage: (tx: Tx, id: number, isUnread: boolean, now: Date) =>
      countMessage.get(tx, { id, unread: Number(isUnread), now: now.getTime() })!,
    /** Reserves the next sequence number for an answer of the AI; undefined if its epoch has passed or the dial was turned. */
    countAnswer: (tx: Tx, id: number, epoch: number, mode: AiMode, now: Date) =>
      countAnswer.get(tx, { id, epoch, mode, now: now.getTime() }),
    addCost: (tx: Tx, id: number, microDollars: number) => addCost.run(tx, microDollars, id),
    /** Turns the dial and starts a new epoch; false if the epoch has passed or the mode is unchanged. */
    setMode: (tx: Tx, change: ModeChange) => setMode.run(tx, change).changes === 1,
    /** Stops answering messages up to this one and starts a new epoch; false if they were already stopped. */
    stop: (tx: Tx, id: number, upTo: number) => stop.run(tx, { id, upTo }).changes === 1,
    /** Lets this message and later ones be answered again. */
    unstop: (tx: Tx, id: number, answersSeq: number) => unstop.run(tx, { id, before: answersSeq }),
    /** Stores the visitor's read position; false if it was not behind. */
    readByVisitor: (tx: Tx, id: number, seq: number) =>
      visitorRead.run(tx, { id, seq }).changes === 1,
    /** Marks messages as read; false if they already were. */
    read: (tx: Tx, id: number, seq: number) => read.run(tx, { id, seq }).changes === 1,
  }
})
