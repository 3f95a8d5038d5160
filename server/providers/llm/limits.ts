const SECOND = 1000
const KB = 1024

/** Limits of one model answer. */
export const LLM_LIMITS = {
  /** Timeout until the first chunk of an attempt, ms. */
  firstByteMs: 20 * SECOND,
  /** Maximum pause between two chunks, ms. */
  idleMs: 30 * SECOND,
  /** Timeout of an answer including all retries, ms. */
  totalMs: 120 * SECOND,
  /** Maximum length of an answer, bytes of UTF-8. */
  textBytes: 1024 * KB,
  /** Maximum number of retries, only before the first token. */
  retries: 2,
  /** Pause before the first retry, ms; doubles each time. */
  retryMs: SECOND,
  /** No retry if the provider asks for a longer pause than this, ms. */
  retryAfterMs: 20 * SECOND,
} as const

export type LlmLimits = { readonly [name in keyof typeof LLM_LIMITS]: number }

/** Maximum length of an event stream's line, bytes: lines are buffered until they end. */
export const MAX_LINE_BYTES = 1024 * KB

/** Maximum size of an error body or a non-streamed answer, bytes. */
export const MAX_BODY_BYTES = 1024 * KB

/** Limits of one embedding request. */
export const EMBEDDING_LIMITS = {
  /** Texts per request. */
  textsAtOnce: 64,
  /** Timeout of the complete response, ms. */
  totalMs: 60 * SECOND,
  /** Maximum dimensions of a vector. */
  dimensions: 8192,
  /** Maximum response size, bytes: `textsAtOnce` vectors of 4,096 numbers, with room to spare. */
  bodyBytes: 16 * 1024 * KB,
} as const
