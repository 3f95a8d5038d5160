import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

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

/** All SQL for the vectors of passages. */
export const vectorQueries = oncePerDb((sql) => {
  const isBehind = sql
    .read<[string], number>(
      'SELECT (SELECT count(*) FROM chunks) <> (SELECT count(*) FROM chunk_vectors WHERE model = ?)',
    )
    .pluck()
  const waiting = sql.read<[number, string, number], WaitingRow>(`
    SELECT id, chunks.knowledge_base_id, heading, content FROM chunks
    WHERE id > ? AND NOT EXISTS (SELECT 1 FROM chunk_vectors WHERE chunk_id = chunks.id AND model = ?)
    ORDER BY id LIMIT ?
  `)
  const put = sql.write<[number, string, Buffer, number]>(`
    INSERT OR REPLACE INTO chunk_vectors (chunk_id, knowledge_base_id, model, vector)
    SELECT id, ?, ?, ? FROM chunks WHERE id = ?
  `)
  const count = sql
    .read<[string, number], number>(
      'SELECT count(*) FROM chunk_vectors WHERE model = ? AND knowledge_base_id = ?',
    )
    .pluck()
  const all = sql.read<[string, number], VectorRow>(
    'SELECT chunk_id, vector FROM chunk_vectors WHERE model = ? AND knowledge_base_id = ? ORDER BY chunk_id',
  )

  return {
    /** Reports whether there are passages without a vector of this model. */
    isBehind: (model: string) => isBehind.get(model) === 1,
    /** Passages after the given one without a vector of this model. */
    waiting: (after: number, model: string, limit: number) => waiting.all(after, model, limit),
    /** Stores the vector of a passage, unless it was deleted. */
    put: (tx: Tx, chunkId: number, baseId: number, model: string, vector: Buffer) =>
      put.run(tx, baseId, model, vector, chunkId),
    count: (model: string, baseId: number) => count.get(model, baseId)!,
    all: (model: string, baseId: number) => all.iterate(model, baseId),
  }
})
