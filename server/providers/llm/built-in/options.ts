import { z } from 'zod'

const Passage = z.object({
  id: z.number(),
  heading: z.string(),
  content: z.string(),
  /** BM25 of the full-text search, higher is better. */
  score: z.number().catch(0),
})

/** A piece of the knowledge base that may answer the last question. */
export type Passage = z.output<typeof Passage>

const Options = z.object({
  /** Best first. */
  passages: z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((item) => Passage.safeParse(item).data ?? [])),
  /** Two-letter code of the conversation's language. */
  language: z.string().catch('en'),
  assistantName: z.string().catch(''),
})

/** What the built-in model is given beside the prompt, as `providerOptions.builtin`. */
export type BuiltInOptions = z.output<typeof Options>

/** Reads the options whatever they are: what cannot be used is left out. */
export function parseOptions(value: unknown): BuiltInOptions {
  return Options.parse(typeof value === 'object' && value !== null ? value : {})
}
