import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import { LABEL_IDS } from '../labels/queries.ts'

/** Everything that conditions look at. */
export interface FactsRow {
  readonly id: number
  readonly uuid: string
  readonly type: string
  readonly assistant_id: number
  readonly assistant_name: string
  readonly timezone: string
  /** JSON: office hours; null if the assistant has none. */
  readonly hours: string | null
  readonly assistant_language: string | null
  /** JSON. */
  readonly variables: string
  readonly visitor_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly page_url: string | null
  readonly visitor_language: string | null
  /** JSON: labels by name. */
  readonly labels: string
  /** The visitor's message. */
  readonly said: string | null
  readonly said_at: number | null
  readonly created_at: number
  readonly ended_at: number | null
  readonly needed_at: number | null
}

interface Line {
  readonly author: string
  readonly created_at: number
}

/** All SQL for what rules look at. */
export const factsQueries = oncePerDb((sql) => {
  const find = sql.read<[{ id: number; messageId: number | null }], FactsRow>(`
    SELECT conversations.id, conversations.uuid, conversations.type, conversations.assistant_id,
      assistants.name AS assistant_name, assistants.timezone, assistants.widget_settings -> '$.hours' AS hours,
      languages.code AS assistant_language, conversations.variables, visitors.name AS visitor_name, visitors.email,
      visitors.phone, visitors.page_url, visitors.language AS visitor_language, (
        SELECT json_group_array(json_object('id', labels.id, 'name', labels.name) ORDER BY labels.name)
        FROM labels WHERE labels.id IN ${LABEL_IDS} AND labels.deleted_at IS NULL
      ) AS labels, said.content AS said, said.created_at AS said_at, conversations.created_at, conversations.ended_at, (
        SELECT max(created_at) FROM conversation_activities
        WHERE conversation_id = conversations.id AND kind = 'needs_person'
      ) AS needed_at
    FROM conversations
    JOIN assistants ON assistants.id = conversations.assistant_id
    LEFT JOIN languages ON languages.id = assistants.language_id
    LEFT JOIN visitors ON visitors.id = conversations.visitor_id
    LEFT JOIN messages AS said ON said.id = ifnull(:messageId, (
      SELECT id FROM messages WHERE conversation_id = conversations.id AND author = 'visitor' ORDER BY seq DESC LIMIT 1
    ))
    WHERE conversations.id = ${hidden(':id')}
  `)
  const newest = sql
    .read<[number, number], number>(`
      SELECT id FROM conversations INDEXED BY conversations_by_user
      WHERE user_id = ${hidden('?')} AND type <> 'test' ORDER BY created_at DESC, id DESC LIMIT ?
    `)
    .pluck()
  const lines = sql.read<[number], Line>(
    `SELECT author, created_at FROM messages WHERE conversation_id = ${hidden('?')} ORDER BY seq`,
  )
  return {
    /** Facts about a conversation, with one of its messages or the visitor's last. */
    find: (id: number, messageId: number | null = null) => find.get({ id, messageId }),
    /** The newest conversations of an account, except tests. */
    newest: (userId: number, limit: number) => newest.all(userId, limit),
    /** Authors and times of a conversation's messages. */
    lines: (id: number) => lines.all(id),
  }
})
