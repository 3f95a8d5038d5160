import { oncePerDb } from '../../../db/once-per-db.ts'

/** Summary of a visitor's conversation. */
export interface VisitorConversationRow {
  readonly id: number
  readonly uuid: string
  readonly assistant_name: string
  readonly variables: string
  readonly message_count: number
  readonly unread_count: number
  readonly last_content: string | null
  readonly ended_at: number | null
  readonly created_at: number
  readonly updated_at: number
}

/** All SQL for the conversations of one person. */
export const visitorConversationQueries = oncePerDb((sql) => {
  const latest = sql.read<[string, number], VisitorConversationRow>(`
    SELECT conversations.id, conversations.uuid, assistants.name AS assistant_name, conversations.variables,
      conversations.message_count, conversations.unread_count, messages.content AS last_content,
      conversations.ended_at, conversations.created_at, conversations.updated_at
    FROM conversations
    JOIN assistants ON assistants.id = conversations.assistant_id
    LEFT JOIN messages ON messages.conversation_id = conversations.id AND messages.seq = conversations.message_count
    WHERE conversations.visitor_id IN (SELECT value FROM json_each(?))
    ORDER BY conversations.created_at DESC, conversations.id DESC LIMIT ?
  `)

  return {
    /** The latest conversations of these visitors, newest first. */
    latest: (visitorIds: readonly number[], limit: number) =>
      latest.all(JSON.stringify(visitorIds), limit),
  }
})
