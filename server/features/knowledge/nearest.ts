import { oncePerDb } from '../../db/once-per-db.ts'
import { vectorQueries } from './vector-queries.ts'

/** A passage and its cosine similarity to the query. */
export interface Near {
  readonly id: number
  readonly cosine: number
}

/** All vectors of a knowledge base, concatenated. */
interface Matrix {
  readonly model: string
  readonly ids: readonly number[]
  readonly values: Float32Array
}

/** Maximum size of cached vectors, bytes; the least recently used base is evicted first. */
const MAX_CACHED_BYTES = 512 * 1024 * 1024

/** Nearest-neighbour search by exhaustive comparison within a base. */
export const nearestIn = oncePerDb((_sql, db) => {
  const kept = new Map<number, Matrix>()

  function matrixOf(baseId: number, model: string, dimensions: number): Matrix {
    const known = kept.get(baseId)
    kept.delete(baseId)
    const isFit = known?.model === model && known.values.length === known.ids.length * dimensions
    const matrix = isFit ? known : read(baseId, model, dimensions)
    kept.set(baseId, matrix)
    let bytes = [...kept.values()].reduce((sum, { values }) => sum + values.byteLength, 0)
    for (const [id, { values }] of kept) {
      if (bytes <= MAX_CACHED_BYTES || id === baseId) break
      kept.delete(id)
      bytes -= values.byteLength
    }
    return matrix
  }

  function read(baseId: number, model: string, dimensions: number): Matrix {
    const vectors = vectorQueries(db)
    const values = new Float32Array(vectors.count(model, baseId) * dimensions)
    const bytes = new Uint8Array(values.buffer)
    const ids: number[] = []
    for (const { chunk_id, vector } of vectors.all(model, baseId)) {
      // Skip vectors of another length: the model has changed since.
      if (vector.length !== dimensions * 4) continue
      bytes.set(vector, ids.length * dimensions * 4)
      ids.push(chunk_id)
    }
    return { model, ids, values: values.subarray(0, ids.length * dimensions) }
  }

  return {
    /** The most similar passages, best first. Some may have been deleted since. */
    find(baseId: number, model: string, asked: Float32Array, limit: number): Near[] {
      const { ids, values } = matrixOf(baseId, model, asked.length)
      return best(ids, values, asked, limit)
    },
    /** Drops the cached vectors of a base after new ones were stored; they are loaded on demand. */
    forget: (baseId: number) => void kept.delete(baseId),
  }
})

function best(
  ids: readonly number[],
  values: Float32Array,
  asked: Float32Array,
  limit: number,
): Near[] {
  const found: Near[] = []
  let least = -Infinity
  for (let row = 0; row < ids.length; row += 1) {
    const cosine = product(values, row * asked.length, asked)
    if (cosine <= least) continue
    const at = found.findIndex((other) => other.cosine < cosine)
    found.splice(at === -1 ? found.length : at, 0, { id: ids[row]!, cosine })
    if (found.length > limit) found.pop()
    if (found.length === limit) least = found.at(-1)!.cosine
  }
  return found
}

/** Four independent sums, which the CPU can compute in parallel. */
function product(values: Float32Array, from: number, asked: Float32Array): number {
  const { length } = asked
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let at = 0
  for (; at + 3 < length; at += 4) {
    a += values[from + at]! * asked[at]!
    b += values[from + at + 1]! * asked[at + 1]!
    c += values[from + at + 2]! * asked[at + 2]!
    d += values[from + at + 3]! * asked[at + 3]!
  }
  for (; at < length; at += 1) a += values[from + at]! * asked[at]!
  return a + b + c + d
}
