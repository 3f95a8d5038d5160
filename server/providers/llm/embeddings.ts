import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createDeadline } from '../deadline.ts'
import { limitedFetch } from './limited-fetch.ts'
import { EMBEDDING_LIMITS } from './limits.ts'

/**
 * Computes one vector per text, in the same order; all vectors of a model have the same length. They are not
 * normalised.
 * @throws if the provider does not return one valid vector per text
 */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>

/** The configured embedding model. */
export interface Embedder {
  /** Identifies the model: vectors of different models cannot be compared. */
  readonly code: string
  /** Micro-dollars per million input tokens. */
  readonly inputPrice: number
  readonly embed: Embed
}

interface EmbedOptions {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
  readonly fetch: typeof globalThis.fetch
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Computes vectors with the `/embeddings` endpoint of an OpenAI-compatible service. */
export function createEmbed({ name, baseUrl, apiKey, model, fetch, sleep }: EmbedOptions): Embed {
  const provider = createOpenAICompatible({
    name,
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    fetch: limitedFetch(fetch, EMBEDDING_LIMITS.bodyBytes),
  })
  const embedding = provider.embeddingModel(model)

  return async (texts, signal) => {
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += EMBEDDING_LIMITS.textsAtOnce) {
      const values = texts.slice(at, at + EMBEDDING_LIMITS.textsAtOnce)
      using deadline = createDeadline({ sleep, signal, totalMs: EMBEDDING_LIMITS.totalMs })
      const { embeddings } = await deadline.race(
        embedding.doEmbed({ values, abortSignal: deadline.signal }),
      )
      if (embeddings.length !== values.length)
        throw new Error(`${values.length} texts have ${embeddings.length} vectors`)
      for (const numbers of embeddings) vectors.push(vectorOf(numbers, vectors[0]?.length))
    }
    return vectors
  }
}

function vectorOf(numbers: readonly number[], length = numbers.length): Float32Array {
  const isGood =
    numbers.length === length &&
    numbers.length > 0 &&
    numbers.length <= EMBEDDING_LIMITS.dimensions &&
    numbers.every((number) => Number.isFinite(number))
  if (!isGood) throw new Error('The provider gave no usable vector')
  return Float32Array.from(numbers)
}
