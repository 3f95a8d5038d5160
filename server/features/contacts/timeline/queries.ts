import type { Call } from '#contracts/calls.ts'
import type { TimelineKind } from '#contracts/contact-timeline.ts'
import type { SmsStatus } from '#contracts/enums.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

/** Maximum length of a text, characters. */
const EXCERPT = 200

/** A place in the timeline: time, rank of the kind, and id. */
export interface Place {
  readonly at: number
  readonly rank: number
  readonly id: number
}

interface Wanted extends Place {
  readonly userId: number
  /** JSON: ids of visitors, digits of telephone numbers, and kinds. */
  readonly visitors: string
  readonly digits: string
  readonly kinds: string
  readonly limit: number
}

export interface TimelineRow extends Place {
  readonly kind: TimelineKind
  readonly text: string | null
  readonly assistant_name: string | null
  readonly operator_id: number | null
  readonly operator_name: string | null
  readonly conversation_uuid: string | null
  readonly message_count: number
  readonly unread_count: number
  readonly conversation_ended_at: number | null
  readonly call_type: Call['type'] | null
  readonly call_status: Call['status'] | null
  readonly duration: number | null
  readonly sms_status: SmsStatus | null
}

/** The newest items of a kind before a place: every kind is read on its own index, and at most a page of it. */
const branch = (rank: number, select: string, at: string, id: string) => `
  SELECT * FROM (
    ${select} AND (${at}, ${rank}, ${id}) < (:at, :rank, :id) ORDER BY ${at} DESC, ${id} DESC LIMIT :limit
  )
`

const CHANNEL = `CASE
  WHEN type = 'messenger' THEN 'messenger'
  WHEN EXISTS (SELECT 1 FROM sms_conversations WHERE conversation_id = conversations.id) THEN 'sms'
  WHEN EXISTS (SELECT 1 FROM email_threads WHERE conversation_id = conversations.id AND subject IS NOT NULL) THEN 'email'
  ELSE 'chat'
END`

const among = (list: string) => `IN (SELECT value FROM json_each(${list}))`

/** The items of a page, without their details. */
const FOUND = [
  branch(
    0,
    `SELECT 0 AS rank, id, updated_at AS at, ${CHANNEL} AS kind, id AS conversation_id FROM conversations
     WHERE visitor_id ${among(':visitors')} AND ${CHANNEL} ${among(':kinds')}`,
    'updated_at',
    'id',
  ),
  branch(
    1,
    `SELECT 1, id, created_at, 'call', conversation_id FROM calls
     WHERE 'call' ${among(':kinds')} AND id IN (
       SELECT calls.id FROM theirs JOIN calls ON calls.conversation_id = theirs.id
       UNION SELECT id FROM calls WHERE user_id = :userId AND client_digits ${among(':digits')}
     )`,
    'created_at',
    'id',
  ),
  branch(
    2,
    `SELECT 2, id, created_at, 'text', NULL FROM sms_messages
     WHERE 'text' ${among(':kinds')} AND user_id = :userId AND to_digits ${among(':digits')}
       AND NOT EXISTS (SELECT 1 FROM sms_replies WHERE sms_id = sms_messages.id)`,
    'created_at',
    'id',
  ),
  branch(
    3,
    `SELECT 3, notes.id, notes.created_at, 'note', conversation_id FROM theirs
     JOIN notes ON notes.conversation_id = theirs.id AND notes.deleted_at IS NULL
     WHERE 'note' ${among(':kinds')}`,
    'notes.created_at',
    'notes.id',
  ),
].join(' UNION ALL ')

/** All SQL for the timelines of contacts. */
export const timelineQueries = oncePerDb((sql) => {
  const page = sql.read<[Wanted], TimelineRow>(`
    WITH theirs AS MATERIALIZED (SELECT id FROM conversations WHERE visitor_id ${among(':visitors')})
    SELECT found.at, found.rank, found.id, found.kind,
      substr(CASE found.rank WHEN 0 THEN messages.content WHEN 2 THEN sms_messages.body ELSE notes.content END, 1, ${EXCERPT}) AS text,
      assistants.name AS assistant_name, operators.id AS operator_id, operators.name AS operator_name,
      conversations.uuid AS conversation_uuid, conversations.message_count, conversations.unread_count,
      conversations.ended_at AS conversation_ended_at,
      calls.type AS call_type, calls.status AS call_status, calls.duration, sms_messages.status AS sms_status
    FROM (SELECT * FROM (${FOUND}) ORDER BY at DESC, rank DESC, id DESC LIMIT :limit) AS found
    LEFT JOIN conversations ON conversations.id = found.conversation_id
    LEFT JOIN messages ON found.rank = 0 AND messages.conversation_id = found.id AND messages.seq = conversations.message_count
    LEFT JOIN calls ON found.rank = 1 AND calls.id = found.id
    LEFT JOIN sms_messages ON found.rank = 2 AND sms_messages.id = found.id
    LEFT JOIN notes ON found.rank = 3 AND notes.id = found.id
    LEFT JOIN operators ON operators.id = notes.operator_id
    LEFT JOIN assistants ON assistants.id = ifnull(conversations.assistant_id, calls.assistant_id)
    ORDER BY found.at DESC, found.rank DESC, found.id DESC
  `)
  return {
    /** The newest items before a place. */
    page: (wanted: Wanted) => page.all(wanted),
  }
})
