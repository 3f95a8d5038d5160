import type { Context } from '../../context.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import { embedderOf, nameOf } from './embedder.ts'
import { nearestIn } from './nearest.ts'
import { vectorQueries } from './vector-queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'models' | 'log' | 'write'>

/** Passages per request to the model. */
const BATCH = 64
/** Delays until the next run, ms: when idle, and after an error of the model. */
const IDLE_MS = 60_000
const RETRY_DELAY_MS = 60_000

/** Computes vectors for a batch of passages; resolves to the time of the next run. */
export async function embedPassages(context: Needs, stopping: AbortSignal): Promise<Date> {
  const { db, write, now, log } = context
  const after = (ms: number) => new Date(now().getTime() + ms)
  const embedder = embedderOf(context)
  const vectors = vectorQueries(db)
  if (!embedder || !vectors.isBehind(nameOf(embedder))) return after(IDLE_MS)
  const model = nameOf(embedder)
  const place = placeIn(db)
  // Continue from the last position: a hundred thousand earlier passages may be done already.
  const waiting = vectors.waiting(place.of(model), model, BATCH)
  place.set(model, waiting.at(-1)?.id ?? 0)
  if (waiting.length === 0) return after(IDLE_MS)
  try {
    const texts = waiting.map(({ heading, content }) => `${heading}\n${content}`)
    const made = await embedder.embed(texts, stopping)
    await write((tx) => {
      for (const [at, { id, knowledge_base_id }] of waiting.entries()) {
        const vector = made[at]
        if (!vector) throw new Error('The embedding model has left out a text')
        vectors.put(tx, id, knowledge_base_id, model, blobOf(normalised(vector)))
      }
    })
    for (const baseId of new Set(waiting.map((row) => row.knowledge_base_id))) {
      nearestIn(db).forget(baseId)
    }
    return after(0)
  } catch (error) {
    place.set(model, 0)
    if (stopping.aborted) throw error
    log.warn({ err: error }, 'passages could not be embedded')
    return after(RETRY_DELAY_MS)
  }
}

/** Position of the scan for passages without a vector, by model; kept in memory, so that a restart scans from the start. */
const placeIn = oncePerDb(() => {
  const places = new Map<string, number>()
  return {
    of: (model: string) => places.get(model) ?? 0,
    set: (model: string, id: number) => void places.set(model, id),
  }
})

/** Scales a vector to unit length, so that the dot product of two is their cosine similarity. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

const blobOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
