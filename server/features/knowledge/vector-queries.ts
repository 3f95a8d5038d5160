import { oncePerDb } from '../../db/once-per-db.ts'

interface WaitingRow {
  readonly id: number
  readonly knowledge_base_id: number
  readonly heading: string
  readonly content: string
}

interface VectorRow {
  readonly chunk_id: number
  readonly vector: Buffer
}

/** All SQL about what an embedding model makes of passages. */
export const vectorQueries = oncePerDb((db) => {
  const isBehind = db
    .prepare<[string], number>(
      'SELECT (SELECT count(*) FROM chunks) <> (SELECT count(*) FROM chunk_vectors WHERE model = ?)',
    )
    .pluck()
  const waiting = db.prepare<[number, string, number], WaitingRow>(`
    SELECT id, chunks.knowledge_base_id, heading, content FROM chunks
    WHERE id > ? AND NOT EXISTS (SELECT 1 FROM chunk_vectors WHERE chunk_id = chunks.id AND model = ?)
    ORDER BY id LIMIT ?
  `)
  const put = db.prepare<[number, string, Buffer, number]>(`
    INSERT OR REPLACE INTO chunk_vectors (chunk_id, knowledge_base_id, model, vector)
    SELECT id, ?, ?, ? FROM chunks WHERE id = ?
  `)
  const count = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM chunk_vectors WHERE model = ? AND knowledge_base_id = ?',
    )
    .pluck()
  const all = db.prepare<[string, number], VectorRow>(
    'SELECT chunk_id, vector FROM chunk_vectors WHERE model = ? AND knowledge_base_id = ? ORDER BY chunk_id',
  )

  return {
    /** Whether there are passages without a vector of this model. */
    isBehind: (model: string) => isBehind.get(model) === 1,
    /** Passages after one of them that have no vector of this model. */
    waiting: (after: number, model: string, limit: number) => waiting.all(after, model, limit),
    /** Keeps the vector of a passage, unless it is gone. */
    put: (chunkId: number, baseId: number, model: string, vector: Buffer) =>
      put.run(baseId, model, vector, chunkId),
    count: (model: string, baseId: number) => count.get(model, baseId)!,
    all: (model: string, baseId: number) => all.iterate(model, baseId),
  }
})
