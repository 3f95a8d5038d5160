import { z } from 'zod'

/** Every failure an answer can state, with its status (decisions.md, section 1). */
export const STATUS_OF = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof STATUS_OF

/** Messages by field, nested fields with dots (`post_call_schema.0.name`). */
export type FieldErrors = Record<string, string[]>

export const ErrorBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** Error of the upstream provider, if it caused this one. */
  error: z.string().optional(),
  /** Current state, if somebody else changed it first (409). */
  data: z.unknown().optional(),
  request_id: z.string().optional(),
})
