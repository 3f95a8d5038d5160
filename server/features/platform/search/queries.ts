import type { Author } from '#contracts/messages.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

/** Markers around matches; characters that do not occur in text. */
export const MARKS = { from: '\u{E0F1}', to: '\u{E0F2}' } as const

/** A search hit. */
export interface DocumentRow {
  readonly id: number
  readonly kind: 'message' | 'visitor' | 'note'
  readonly ref_id: number
  /** The visitor's latest conversation; null if there is none. */
  readonly conversation_id: number | null
  /** Its text with markers around matches. */
  readonly marked: string
  readonly seq: number | null
  readonly author: Author | null
  readonly created_at: number | null
}

/** All SQL for search. Document ids are chronological: descending is newest first. */
export const searchQueries = oncePerDb((sql) => {
  const find = sql.read<[string, number, number], DocumentRow>(`
    SELECT found.id, kind, ref_id, marked, messages.seq, messages.author, messages.created_at, CASE kind
      WHEN 'visitor' THEN (
        SELECT conversations.id FROM conversations
        WHERE visitor_id IN (SELECT id FROM visitors WHERE id = ref_id OR contact_id = ref_id)
        ORDER BY created_at DESC, id DESC LIMIT 1
      )
      ELSE search_documents.conversation_id
    END AS conversation_id
    FROM (
      SELECT rowid AS id, highlight(search_fts, 1, '${MARKS.from}', '${MARKS.to}') AS marked FROM search_fts
      WHERE search_fts MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?
    ) AS found
    CROSS JOIN search_documents ON search_documents.id = found.id
    LEFT JOIN messages ON kind = 'message' AND messages.id = ref_id
    ORDER BY found.id DESC
  `)
  const assistants = sql
    .read<[number, string], number>(
      "SELECT id FROM assistants WHERE user_id = ? AND name LIKE '%' || ? || '%' ESCAPE '\\' LIMIT 50",
    )
    .pluck()
  const byUuid = sql
    .read<[number, string, string], number>(`
      SELECT id FROM conversations WHERE +user_id = ? AND uuid >= ? AND uuid < ? ORDER BY uuid DESC LIMIT 20
    `)
    .pluck()

  return {
    /** Documents that match an expression, newest first, older than the given id. */
    find: (expression: string, before: number, limit: number) =>
      find.all(expression, before, limit),
    /** Assistants whose name contains the text. */
    assistants: (userId: number, name: string) =>
      assistants.all(userId, name.replace(/[\\%_]/g, '\\$&')),
    /** Conversations by the beginning of their UUID. */
    byUuid: (userId: number, start: string) => byUuid.all(userId, start, `${start}g`),
  }
})
