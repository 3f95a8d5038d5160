import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import { pairsOf } from '../../language/pairs.ts'
import type { FtsQueries } from '../../language/words.ts'
import type { Passage } from './reader/passages.ts'

export interface PassageRow {
  readonly id: number
  readonly document_id: number
  readonly document_name: string
  /** URL of a web page. */
  readonly document_url: string | null
  readonly heading: string
  readonly content: string
  /** BM25, higher is better. */
  readonly score: number
}

/** The part of a document that passages are from: a page of a website, or an entry. */
interface PassageOrigin {
  readonly pageId?: number | null
  readonly entryId?: number
}

interface Candidate {
  readonly id: number
  readonly score: number
}

/** BM25 weight of a heading: it states the topic of a passage. */
const HEADING_WEIGHT = 3

/** Maximum number of top passages across all bases that are searched for those of one base. */
const CANDIDATES = 200

/** Passages of a website carry the title and URL of their own page, and those of an entry its question. */
const PASSAGE = `
  chunks.id, chunks.document_id,
  CASE WHEN chunks.entry_id IS NOT NULL THEN chunks.heading WHEN pages.title <> '' THEN pages.title ELSE documents.name
    END AS document_name,
  coalesce(pages.url, documents.url) AS document_url, chunks.heading, chunks.content
`
const ORIGIN = `
  JOIN documents ON documents.id = chunks.document_id AND documents.status = 'active'
  LEFT JOIN crawl_pages AS pages ON pages.id = chunks.page_id
`

/** All SQL for the passages of documents and their index. */
export const passageQueries = oncePerDb((sql) => {
  const insert = sql.write<[number, number, string, string, number | null, number | null]>(`
    INSERT INTO chunks (document_id, knowledge_base_id, heading, content, page_id, entry_id)
    VALUES (?, ?, ?, ?, ?, ?)
  `)
  const insertPairs = sql.write<[number | bigint, string]>(
    'INSERT INTO chunk_pairs_fts (rowid, pairs) VALUES (?, ?)',
  )
  const removeSome = sql.write<[number, number]>(
    'DELETE FROM chunks WHERE id IN (SELECT id FROM chunks WHERE document_id = ? LIMIT ?)',
  )
  const removeOfPage = sql.write<[number]>('DELETE FROM chunks WHERE page_id = ?')
  const removeOfEntry = sql.write<[number]>('DELETE FROM chunks WHERE entry_id = ?')
  // Only scores here: the remaining columns cost more, and are read for the best matches only.
  const best = sql.read<[string, number], Candidate>(`
    SELECT rowid AS id, -bm25(chunks_fts, ${HEADING_WEIGHT}, 1) AS score FROM chunks_fts
    WHERE chunks_fts MATCH ? ORDER BY score DESC, rowid LIMIT ?
  `)
  const search = sql.read<[string, number, number], PassageRow>(`
    SELECT ${PASSAGE}, -bm25(chunks_fts, ${HEADING_WEIGHT}, 1) AS score
    FROM chunks_fts JOIN chunks ON chunks.id = chunks_fts.rowid ${ORIGIN}
    WHERE chunks_fts MATCH ? AND chunks.knowledge_base_id = ?
    ORDER BY score DESC, chunks.id LIMIT ?
  `)
  const searchPairs = sql.read<[string, number, number], PassageRow>(`
    SELECT ${PASSAGE}, -bm25(chunk_pairs_fts) AS score
    FROM chunk_pairs_fts JOIN chunks ON chunks.id = chunk_pairs_fts.rowid ${ORIGIN}
    WHERE chunk_pairs_fts MATCH ? AND chunks.knowledge_base_id = ?
    ORDER BY score DESC, chunks.id LIMIT ?
  `)
  const passage = sql.read<[number, number], PassageRow>(
    `SELECT ${PASSAGE}, 0 AS score FROM chunks ${ORIGIN} WHERE chunks.id = ? AND chunks.knowledge_base_id = ?`,
  )
  const ofBase = sql.read<[number, number], PassageRow>(`
    SELECT ${PASSAGE}, 0 AS score FROM chunks ${ORIGIN}
    WHERE chunks.knowledge_base_id = ? ORDER BY chunks.id LIMIT ?
  `)
  const forReview = sql.read<[number, number], PassageRow>(`
    SELECT ${PASSAGE}, 0 AS score FROM chunks ${ORIGIN}
    WHERE chunks.knowledge_base_id = ? ORDER BY chunks.entry_id IS NULL, chunks.id LIMIT ?
  `)
  const countOfBase = sql
    .read<[number], number>(
      `SELECT count(*) FROM chunks ${ORIGIN} WHERE chunks.knowledge_base_id = ?`,
    )
    .pluck()
  // Ids are never used twice, and a changed passage is a new row.
  const fingerprint = sql
    .read<[number], string>(`
      SELECT count(*) || ':' || coalesce(max(chunks.id), 0) || ':' || coalesce(sum(chunks.id), 0)
      FROM chunks ${ORIGIN} WHERE chunks.knowledge_base_id = ?
    `)
    .pluck()
  const ofDocument = sql.read<
    [number, number, number],
    Pick<PassageRow, 'id' | 'heading' | 'content'> & { url: string | null }
  >(`
    SELECT chunks.id, chunks.heading, chunks.content, coalesce(pages.url, documents.url) AS url
    FROM chunks JOIN documents ON documents.id = chunks.document_id
      LEFT JOIN crawl_pages AS pages ON pages.id = chunks.page_id
    WHERE chunks.document_id = ? AND chunks.id > ? ORDER BY chunks.id LIMIT ?
  `)
  const count = sql
    .read<[number], number>('SELECT count(*) FROM chunks WHERE document_id = ?')
    .pluck()

  /**
   * The best passages across all bases. If many contain the literal words of a question, passages with only synonyms
   * are left out: among so many, they are more likely wrong than right.
   */
  function candidatesFor({ words, phrases, any }: FtsQueries): Candidate[] {
    const literal = words === null ? [] : best.all(words, CANDIDATES)
    if (literal.length < CANDIDATES) return best.all(any, CANDIDATES)
    const scores = new Map(literal.map(({ id, score }) => [id, score]))
    // The literal score of a passage outside this list is unknown, but close to the lowest one in it.
    const least = literal.at(-1)!.score
    for (const { id, score } of phrases === null ? [] : best.all(phrases, CANDIDATES))
      scores.set(id, score + (scores.get(id) ?? least))
    return [...scores]
      .map(([id, score]) => ({ id, score }))
      .toSorted((one, other) => other.score - one.score)
  }

  return {
    insert(
      tx: Tx,
      documentId: number,
      baseId: number,
      passages: Iterable<Passage>,
      { pageId = null, entryId }: PassageOrigin = {},
    ): void {
      for (const { heading, content } of passages) {
        const { lastInsertRowid } = insert.run(
          tx,
          documentId,
          baseId,
          heading,
          content,
          pageId,
          entryId ?? null,
        )
        const pairs = pairsOf(`${heading} ${content}`)
        if (pairs.length > 0) insertPairs.run(tx, lastInsertRowid, pairs.join(' '))
      }
    },
    /** Deletes at most `limit` passages of a document; returns the number deleted. */
    removeSome: (tx: Tx, documentId: number, limit: number) =>
      removeSome.run(tx, documentId, limit).changes,
    /** Deletes the passages of a website's page. */
    removeOfPage: (tx: Tx, pageId: number) => removeOfPage.run(tx, pageId),
    /** Deletes the passages of an entry. */
    removeOfEntry: (tx: Tx, entryId: number) => removeOfEntry.run(tx, entryId),
    /** The best passages for a question, from active documents only. */
    search(baseId: number, queries: FtsQueries, limit: number): PassageRow[] {
      const candidates = candidatesFor(queries)
      const found: PassageRow[] = []
      for (const { id, score } of candidates) {
        const row = found.length < limit ? passage.get(id, baseId) : undefined
        if (row) found.push({ ...row, score })
      }
      // The top candidates are from other bases: query this base on its own.
      if (found.length < limit && candidates.length >= CANDIDATES) {
        return search.all(queries.any, baseId, limit)
      }
      return found
    },
    /** Like `search`, for a query of character pairs. */
    searchPairs: (baseId: number, query: string, limit: number) =>
      searchPairs.all(query, baseId, limit),
    /** A passage of an active document. */
    passage: (baseId: number, id: number) => passage.get(id, baseId),
    /** All passages of a base; undefined if it has more than `most`. */
    ofSmallBase(baseId: number, most: number): PassageRow[] | undefined {
      const all = ofBase.all(baseId, most + 1)
      return all.length > most ? undefined : all
    },
    /** Passages of active documents, entries first. */
    forReview: (baseId: number, limit: number) => forReview.all(baseId, limit),
    countOfBase: (baseId: number) => countOfBase.get(baseId)!,
    /** Changes with every passage that is added or removed. */
    fingerprint: (baseId: number) => fingerprint.get(baseId)!,
    /** Passages of a document after the given one, in order. */
    ofDocument: (documentId: number, after: number, limit: number) =>
      ofDocument.all(documentId, after, limit),
    count: (documentId: number) => count.get(documentId)!,
  }
})
