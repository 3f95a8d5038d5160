import type { Context } from '../../context.ts'
import type { Embedder as Provided } from '../../providers/llm/embeddings.ts'

/** A model that turns texts into vectors whose directions are close when the texts mean the same. */
export type Embedder = Pick<Provided, 'code' | 'embed'>

/** The embedding model of this server, where a provider has one. */
export const embedderOf = ({ models }: Pick<Context, 'models'>): Embedder | undefined =>
  models.embedder()

/** Storage key of an embedder's vectors. */
export const nameOf = ({ code }: Embedder): string => code
