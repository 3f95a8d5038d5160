import { oncePerDb } from '../../db/once-per-db.ts'
import type { Passage } from './reader/passages.ts'

export interface PassageRow {
  readonly id: number
  readonly document_id: number
  readonly document_name: string
  /** Where a page of the web is. */
  readonly document_url: string | null
  readonly heading: string
  readonly content: string
  /** BM25, higher is better. */
  readonly score: number
}

/** A heading says what a passage is about, so a word in it counts this much more. */
const HEADING_WEIGHT = 3

/** All SQL about the passages of documents and their index. */
export const passageQueries = oncePerDb((db) => {
  const insert = db.prepare<[number, number, string, string]>(
    'INSERT INTO chunks (document_id, knowledge_base_id, heading, content) VALUES (?, ?, ?, ?)',
  )
  const removeSome = db.prepare<[number, number]>(
    'DELETE FROM chunks WHERE id IN (SELECT id FROM chunks WHERE document_id = ? LIMIT ?)',
  )
  const search = db.prepare<[string, number, number], PassageRow>(`
    SELECT chunks.id, chunks.document_id, documents.name AS document_name, documents.url AS document_url, chunks.heading, chunks.content, -bm25(chunks_fts, ${HEADING_WEIGHT}, 1) AS score
    FROM chunks_fts
      JOIN chunks ON chunks.id = chunks_fts.rowid
      JOIN documents ON documents.id = chunks.document_id AND documents.status = 'active'
    WHERE chunks_fts MATCH ? AND chunks.knowledge_base_id = ?
    ORDER BY bm25(chunks_fts, ${HEADING_WEIGHT}, 1), chunks.id LIMIT ?
  `)

  return {
    insert(documentId: number, baseId: number, passages: Iterable<Passage>): void {
      for (const { heading, content } of passages) insert.run(documentId, baseId, heading, content)
    },
    /** Removes at most `limit` passages of a document; returns how many. */
    removeSome: (documentId: number, limit: number) => removeSome.run(documentId, limit).changes,
    /** The best passages for an FTS5 query, of documents that are ready. */
    search: (baseId: number, query: string, limit: number) => search.all(query, baseId, limit),
  }
})
