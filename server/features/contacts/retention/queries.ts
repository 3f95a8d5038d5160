import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Named } from '../erasure-queries.ts'

const DAY_MS = 86_400_000

/** A conversation past its retention period. */
export interface OldConversation extends Named {
  readonly messages: number
}

interface Search {
  readonly now: number
  readonly limit: number
}

/** All SQL for data past its retention period. */
export const retentionQueries = oncePerDb((sql) => {
  const before = `:now - assistants.retention_days * ${DAY_MS}`
  const conversations = sql.read<[Search], OldConversation>(`
    SELECT conversations.id, conversations.uuid, conversations.user_id, visitor_id,
      (SELECT count(*) FROM messages WHERE conversation_id = conversations.id) AS messages
    FROM assistants CROSS JOIN conversations INDEXED BY conversations_by_assistant_activity
      ON conversations.user_id = assistants.user_id AND conversations.assistant_id = assistants.id
    WHERE assistants.retention_days IS NOT NULL
      AND conversations.updated_at <= ${before} AND conversations.ended_at <= ${before}
    LIMIT :limit
  `)
  const calls = sql
    .read<[Search], number>(`
      SELECT calls.id
      FROM assistants CROSS JOIN calls INDEXED BY calls_by_assistant
        ON calls.user_id = assistants.user_id AND calls.assistant_id = assistants.id
      WHERE assistants.retention_days IS NOT NULL
        AND calls.created_at <= ${before} AND coalesce(calls.ended_at, calls.created_at) <= ${before}
        AND calls.status NOT IN ('initiated', 'ringing', 'in-progress')
      LIMIT :limit
    `)
    .pluck()
  const visitors = sql
    .read<[Search], number>(`
      SELECT visitors.id
      FROM assistants CROSS JOIN visitors INDEXED BY visitors_by_age ON visitors.assistant_id = assistants.id
      WHERE assistants.retention_days IS NOT NULL AND visitors.last_seen_at <= ${before}
        AND NOT EXISTS (SELECT 1 FROM conversations WHERE conversations.visitor_id = visitors.id)
        -- Otherwise a block would end unnoticed.
        AND NOT EXISTS (
          SELECT 1 FROM blocks
          WHERE blocks.visitor_id = visitors.id AND lifted_at IS NULL AND (ends_at IS NULL OR ends_at > :now)
        )
        -- A merged contact goes part by part, and the one it is shown as goes last.
        AND NOT EXISTS (SELECT 1 FROM contact_merges WHERE into_visitor_id = visitors.id)
      LIMIT :limit
    `)
    .pluck()
  return {
    /** Conversations whose end and last activity are older than their assistant's retention period. */
    conversations: (now: Date, limit: number) => conversations.all({ now: now.getTime(), limit }),
    /** Ids of calls that ended longer ago than the retention period. */
    calls: (now: Date, limit: number) => calls.all({ now: now.getTime(), limit }),
    /** Ids of visitors without conversations who were last seen longer ago than the retention period, and are not blocked. */
    visitors: (now: Date, limit: number) => visitors.all({ now: now.getTime(), limit }),
  }
})
