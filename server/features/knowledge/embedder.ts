import type { Context } from '../../context.ts'

/** A model that turns texts into vectors whose directions are close when the texts mean the same. */
export interface Embedder {
  /** Which model it is: vectors of two models cannot be compared. */
  readonly id: string
  readonly embed: (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>
}

/** The embedding model of this server, where a provider has one. */
export function embedderOf({ models }: Pick<Context, 'models'>): Embedder | undefined {
  const made = models.embedder()
  return made && { id: made.code, embed: made.embed }
}

/** What vectors of an embedder are stored under. */
export const nameOf = ({ id }: Embedder): string => id
