import type { Author } from '#contracts/messages.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

/** Marks in a text around what was searched for; signs that nobody writes. */
export const MARKS = { from: '\u{E0F1}', to: '\u{E0F2}' } as const

/** A document that was found. */
export interface DocumentRow {
  readonly id: number
  readonly kind: 'message' | 'visitor' | 'note'
  readonly ref_id: number
  /** Of a visitor the latest; null when there is none. */
  readonly conversation_id: number | null
  /** Its text with marks around what was searched for. */
  readonly marked: string
  readonly seq: number | null
  readonly author: Author | null
  readonly created_at: number | null
}

/** All SQL about searching. Ids of documents grow with time: descending is newest first. */
export const searchQueries = oncePerDb((sql) => {
  const find = sql.read<[string, number, number], DocumentRow>(`
    SELECT found.id, kind, ref_id, marked, messages.seq, messages.author, messages.created_at, CASE kind
      WHEN 'visitor' THEN (
        SELECT conversations.id FROM conversations
        WHERE visitor_id = ref_id ORDER BY created_at DESC, id DESC LIMIT 1
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
    /** Documents that fit an expression, newest first, older than the one with this id. */
    find: (expression: string, before: number, limit: number) =>
      find.all(expression, before, limit),
    /** Assistants with this in their name. */
    assistants: (userId: number, name: string) =>
      assistants.all(userId, name.replace(/[\\%_]/g, '\\$&')),
    /** Conversations whose UUID begins like this. */
    byUuid: (userId: number, start: string) => byUuid.all(userId, start, `${start}g`),
  }
})
