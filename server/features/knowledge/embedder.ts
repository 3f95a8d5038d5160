import type { Context } from '../../context.ts'
import type { Embedder as Provided } from '../../providers/llm/embeddings.ts'

/** An embedding model: texts with similar meanings get vectors with similar directions. */
export type Embedder = Pick<Provided, 'code' | 'embed'>

/** This server's embedding model, if a provider has one. */
export const embedderOf = ({ models }: Pick<Context, 'models'>): Embedder | undefined =>
  models.embedder()

/** Storage key of an embedder's vectors. */
export const nameOf = ({ code }: Embedder): string => code
