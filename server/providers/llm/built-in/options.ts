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

const Wanted = z.object({
  name: z.string(),
  type: z.string(),
  description: z.string().optional(),
})

/** Something that an assistant is to find out: an item of its `post_call_schema`. */
export type Wanted = z.output<typeof Wanted>

const listOf = <item extends z.ZodType>(item: item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((each) => item.safeParse(each).data ?? []))

const Options = z.object({
  /** Best first. */
  passages: listOf(Passage),
  /** Two-letter code of the conversation's language. */
  language: z.string().catch('en'),
  /** Moment of the question, ms since 1970. */
  now: z.number().optional().catch(undefined),
  /** IANA name of the time zone that the assistant lives in. */
  timezone: z.string().catch('UTC'),
  assistantName: z.string().catch(''),
  /** Fields to ask for in passing, in this order, unless the visitor has given them. */
  fields: listOf(Wanted),
  /** Names of those that are known from elsewhere, such as a form before the chat. */
  known: z.array(z.string()).catch([]),
})

/** Input of the built-in model beside the prompt, as `providerOptions.builtin`. */
export type BuiltInOptions = Omit<
  z.output<typeof Options>,
  'fields' | 'known' | 'now' | 'timezone'
> &
  Partial<Pick<z.output<typeof Options>, 'fields' | 'known' | 'now' | 'timezone'>>

/** Reads the options whatever they are: what cannot be used is left out. */
export function parseOptions(value: unknown): BuiltInOptions {
  return Options.parse(typeof value === 'object' && value !== null ? value : {})
}
