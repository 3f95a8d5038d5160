import type { z } from 'zod'
import type { Capability } from './capabilities.ts'
import type { ErrorCode, Refusal } from './errors.ts'
import type { Spending } from './spending.ts'

/**
 * Authentication of an endpoint's caller; its capability then decides who of them may call it.
 * - `operator`: an API key (`Authorization: Bearer`) or the operator's own browser session.
 * - `visitor`: a visitor's token (`Authorization: Bearer`), exact-origin CORS.
 * - `site`: a page of any website that may show the assistant; no token, exact-origin CORS.
 * - `public`: anyone, rate limited.
 */
export type Plane = 'operator' | 'visitor' | 'site' | 'public'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** Definition of an endpoint as written by its author; everything else is derived from it. */
export interface EndpointSpec<
  params extends z.ZodObject,
  query extends z.ZodObject,
  body extends z.ZodObject,
  reply extends z.ZodType,
  plane extends Plane,
> {
  readonly method: Method
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: string
  /**
   * Other spellings of the path, which clients of the API family use; the reference mentions them in a note.
   * `:id(\d+)` matches decimal digits only.
   */
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly plane?: plane
  readonly capability: Capability
  /** Capability needed in addition, for a reply that contains what another one protects. */
  readonly alsoNeeds?: Capability
  /** Rate budget charged for calls without a key; required on every plane but the operator's. */
  readonly spends?: Spending
  readonly params?: params
  readonly query?: query
  readonly body?: body
  /** Rewrites a body in other words into the one that `body` describes; what it does not know, it returns as it is. */
  readonly normalize?: (sent: unknown) => unknown
  readonly reply: reply
  /** Status of a successful response: 200 by default (never 204). */
  readonly status?: 200 | 201
  /** Error code of a 422 response that names fields. */
  readonly invalid?: ErrorCode
  /** Shape of error bodies: `message`, unless the API family uses another one for this endpoint. */
  readonly errorShape?: ErrorShape
  /** Responds with server-sent events (`text/event-stream`) instead of JSON. */
  readonly stream?: boolean
  /** The stream is a file instead of events: rows as CSV or as JSON of this reply, or a ZIP. */
  readonly download?: 'rows' | 'zip'
  /** The stream is one JSON message of this protocol instead of events. */
  readonly protocol?: 'json-rpc'
  /** The response depends only on the URL, the account and stored data: it may be reused until the next write. */
  readonly repeatable?: boolean
  /** Also accepts a `text/csv` body with a header row; its records become the body field named here. */
  readonly csv?: string
  /** Also accepts a `multipart/form-data` body with one file, which becomes the body field named here. */
  readonly upload?: string
  /** Longer explanation for the reference, in full sentences. */
  readonly description?: string
  /** Errors specific to this endpoint, in addition to the common ones. */
  readonly refusals?: readonly Refusal[]
  /** Fields that override the reference's generated examples. */
  readonly examples?: {
    readonly query?: Partial<z.input<query>>
    readonly body?: Partial<z.input<body>>
    readonly reply?: Partial<z.input<reply>>
  }
  /** Refuses visitors whom an operator has blocked. */
  readonly refusesBlocked?: boolean
  /** A public endpoint that does more for callers with a key or a session. */
  readonly takesKey?: boolean
  /** Honours `Idempotency-Key`: repeated with the same key, the call runs once and returns the same response. */
  readonly idempotent?: boolean
  /** Available while the disk is full: reads, deletions, and the sign-in needed for them. */
  readonly whenFull?: boolean
  /** Available while the database is damaged, as reads are: endpoints that replace it with an intact copy. */
  readonly whenDamaged?: boolean
  /** Confirmation shown by the reference before it sends the call; every `delete` has one anyway. */
  readonly confirm?: string
}

/** `{message, errors?}`, or a shape that a few endpoints of the API family keep; `error` repeats the message in that field. */
export type ErrorShape = 'message' | 'error' | 'status' | 'success' | 'outcome'

type NoFields = z.ZodObject<{}>

/** An endpoint as a value: the Express route, the typed client, OpenAPI and the docs are all derived from it. */
export interface Endpoint<
  params extends z.ZodObject = z.ZodObject,
  query extends z.ZodObject = z.ZodObject,
  body extends z.ZodObject = z.ZodObject,
  reply extends z.ZodType = z.ZodType,
  plane extends Plane = Plane,
> extends EndpointSpec<params, query, body, reply, plane> {
  readonly kind: 'endpoint'
  readonly plane: plane
  readonly status: 200 | 201
  readonly invalid: ErrorCode
  readonly errorShape: ErrorShape
  readonly stream: boolean
  readonly whenFull: boolean
}

/** An endpoint with any schemas. */
// biome-ignore lint/suspicious/noExplicitAny: schemas are invariant, and this type is only ever narrowed
export type AnyEndpoint = Endpoint<any, any, any, any>

/** Declares an endpoint and fills in the common defaults. */
export function endpoint<
  reply extends z.ZodType,
  params extends z.ZodObject = NoFields,
  query extends z.ZodObject = NoFields,
  body extends z.ZodObject = NoFields,
  const plane extends Plane = 'operator',
>(
  spec: EndpointSpec<params, query, body, reply, plane>,
): Endpoint<params, query, body, reply, plane> {
  if ((spec.plane ?? 'operator') !== 'operator' && !spec.spends)
    throw new Error(`${spec.method} ${spec.path} is open without a key and names no budget`)
  return {
    status: 200,
    invalid: 'invalid_data',
    errorShape: 'message',
    stream: false,
    whenFull: spec.method === 'get' || spec.method === 'delete',
    ...spec,
    ...(spec.refusesBlocked && {
      refusals: [...(spec.refusals ?? []), 'visitor_blocked' as const],
    }),
    plane: spec.plane ?? ('operator' as plane),
    kind: 'endpoint',
  }
}

/** An HTTP method and a path under which an endpoint is reached. */
interface Spelling {
  readonly method: string
  readonly path: string
}

/** Everything an endpoint answers to, its proper spelling first: its other paths, and `PATCH` for every `PUT`. */
export function spellingsOf({ method, path, aliases = [] }: AnyEndpoint): Spelling[] {
  const methods = method === 'put' ? ['PUT', 'PATCH'] : [method.toUpperCase()]
  return [path, ...aliases].flatMap((one) => methods.map((name) => ({ method: name, path: one })))
}

export type ParamsOf<e extends AnyEndpoint> = z.output<NonNullable<e['params']>>
export type QueryOf<e extends AnyEndpoint> = z.output<NonNullable<e['query']>>
export type BodyOf<e extends AnyEndpoint> = z.output<NonNullable<e['body']>>
export type ReplyOf<e extends AnyEndpoint> = z.output<e['reply']>
/** Return value of a handler: the reply before schema defaults are applied. */
export type AnswerOf<e extends AnyEndpoint> = z.input<e['reply']>
