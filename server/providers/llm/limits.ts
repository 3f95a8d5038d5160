const SECOND = 1000
const KB = 1024

/** Limits of one answer of a language model. */
export const LLM_LIMITS = {
  /** Until the first chunk of an attempt, ms. */
  firstByteMs: 20 * SECOND,
  /** Between two chunks, ms. */
  idleMs: 30 * SECOND,
  /** For all attempts of one answer together, ms. */
  totalMs: 120 * SECOND,
  /** Longest text of one answer, bytes of UTF-8. */
  textBytes: 1024 * KB,
  /** Attempts after the first one, before the first token only. */
  retries: 2,
  /** First wait before another attempt, ms; it doubles. */
  retryMs: SECOND,
  /** A provider that asks for a longer wait than this is not asked again, ms. */
  retryAfterMs: 20 * SECOND,
} as const

export type LlmLimits = { readonly [name in keyof typeof LLM_LIMITS]: number }

/** Longest line of an event stream, bytes: a line is held in memory until it ends. */
export const MAX_LINE_BYTES = 1024 * KB

/** Longest body of an error or of an answer that is not streamed, bytes. */
export const MAX_BODY_BYTES = 1024 * KB

/** Limits of one embedding call. */
export const EMBEDDING_LIMITS = {
  /** Texts of one call. */
  textsAtOnce: 64,
  /** Until the answer is whole, ms. */
  totalMs: 60 * SECOND,
  /** Longest vector. */
  dimensions: 8192,
  /** Longest answer, bytes: so many texts with vectors of 4,096 numbers, and room to spare. */
  bodyBytes: 16 * 1024 * KB,
} as const
