import { z } from 'zod'

const Passage = z.object({
  id: z.number(),
  heading: z.string(),
  content: z.string(),
  /** BM25 of the full-text search, higher is better. */
  score: z.number().catch(0),
})

/** A passage of the knowledge base that may answer the last question. */
export type Passage = z.output<typeof Passage>

const Wanted = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string().optional(),
})

/** A field to collect: an item of an assistant's `post_call_schema`. */
export type Wanted = z.output<typeof Wanted>

const listOf = <item extends z.ZodType>(item: item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((each) => item.safeParse(each).data ?? []))

const Options = z.object({
  /** Best first. */
  passages: listOf(Passage),
  /** ISO 639-1 code of the conversation's language. */
  language: z.string().catch('en'),
  /** Time of the question, ms since 1970. */
  now: z.number().optional().catch(undefined),
  /** IANA name of the assistant's time zone. */
  timezone: z.string().catch('UTC'),
  assistantName: z.string().catch(''),
  /** The answer is spoken: it comes at once, not word by word. */
  isSpoken: z.boolean().catch(false),
  /** Fields to ask for along the way, in this order, unless the visitor has already given them. */
  fields: listOf(Wanted),
  /** Names of fields already known from elsewhere, such as a form before the chat. */
  known: z.array(z.string()).catch([]),
})

/** Input of the built-in model in addition to the prompt, as `providerOptions.builtin`. */
export type BuiltInOptions = Omit<
  z.output<typeof Options>,
  'fields' | 'known' | 'now' | 'timezone' | 'isSpoken'
> &
  Partial<Pick<z.output<typeof Options>, 'fields' | 'known' | 'now' | 'timezone' | 'isSpoken'>>

/** Parses the options leniently: unusable values are dropped. */
export function parseOptions(value: unknown): BuiltInOptions {
  return Options.parse(typeof value === 'object' && value !== null ? value : {})
}
