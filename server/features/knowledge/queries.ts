import { oncePerDb } from '../../db/once-per-db.ts'

export interface PassageRow {
  readonly id: number
  readonly heading: string
  readonly content: string
  /** BM25, higher is better. */
  readonly score: number
}

/** A heading says what a passage is about, so a word in it counts this much more. */
const HEADING_WEIGHT = 3

/** All SQL about knowledge bases. */
export const knowledgeQueries = oncePerDb((db) => {
  const insertBase = db.prepare<[number, string, number]>(
    'INSERT INTO knowledge_bases (user_id, name, created_at) VALUES (?, ?, ?)',
  )
  const insertDocument = db.prepare<[number, string, string, string, number]>(
    'INSERT INTO documents (knowledge_base_id, name, type, status, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const insertChunk = db.prepare<[number, number, string, string]>(
    'INSERT INTO chunks (document_id, knowledge_base_id, heading, content) VALUES (?, ?, ?, ?)',
  )
  const search = db.prepare<[string, number, number], PassageRow>(`
    SELECT chunks.id, chunks.heading, chunks.content, -bm25(chunks_fts, ${HEADING_WEIGHT}, 1) AS score
    FROM chunks_fts JOIN chunks ON chunks.id = chunks_fts.rowid
    WHERE chunks_fts MATCH ? AND chunks.knowledge_base_id = ?
    ORDER BY bm25(chunks_fts, ${HEADING_WEIGHT}, 1), chunks.id LIMIT ?
  `)

  return {
    insertBase: (userId: number, name: string, now: Date) =>
      Number(insertBase.run(userId, name, now.getTime()).lastInsertRowid),
    insertDocument: (baseId: number, name: string, type: string, now: Date) =>
      Number(insertDocument.run(baseId, name, type, 'active', now.getTime()).lastInsertRowid),
    insertChunk: (documentId: number, baseId: number, heading: string, content: string) =>
      insertChunk.run(documentId, baseId, heading, content),
    /** The best passages for an FTS5 query. */
    search: (baseId: number, query: string, limit: number) => search.all(query, baseId, limit),
  }
})
