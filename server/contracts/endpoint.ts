import type { z } from 'zod'
import type { Capability } from './capabilities.ts'
import type { ErrorCode, Refusal } from './errors.ts'
import type { Spending } from './spending.ts'

/**
 * Way in which the caller of an endpoint is recognised; its capability says who of them may call it.
 * - `operator`: an API key (`Authorization: Bearer`) or the operator's own browser session.
 * - `visitor`: a visitor's token (`Authorization: Bearer`), exact-origin CORS.
 * - `site`: a page of any website that may show the assistant; no token, exact-origin CORS.
 * - `public`: anybody, rate limited.
 */
export type Plane = 'operator' | 'visitor' | 'site' | 'public'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** Specification of an endpoint as its author writes it. Everything else is derived from this. */
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
  readonly summary: string
  readonly plane?: plane
  readonly capability: Capability
  /** Kind of budget that a call without a key is charged to; every plane but the operator's has one. */
  readonly spends?: Spending
  readonly params?: params
  readonly query?: query
  readonly body?: body
  readonly reply: reply
  /** Status of a success: 200 unless said otherwise (never 204). */
  readonly status?: 200 | 201
  /** The error of a 422 answer that names fields. */
  readonly invalid?: ErrorCode
  /** Shape of error bodies: `message` unless the API family has its own for this endpoint. */
  readonly errorShape?: ErrorShape
  /** `event-stream` answers with server-sent events instead of JSON. */
  readonly stream?: boolean
  /** The stream is a file instead of events: rows as CSV or as JSON of this reply, or a ZIP. */
  readonly download?: 'rows' | 'zip'
  /** The answer follows from the address, the account and what is stored: it may be repeated until something is written. */
  readonly repeatable?: boolean
  /** The body may also be `text/csv` with a header row: its records are the field of the body that is named here. */
  readonly csv?: string
  /** The body may also be `multipart/form-data` with one file: it is the field of the body that is named here. */
  readonly upload?: string
  /** Whole sentences for the reference, where the summary is not enough. */
  readonly description?: string
  /** Errors that this endpoint itself answers with, beside those common to all. */
  readonly refusals?: readonly Refusal[]
  /** Fields of the reference's examples in place of those that are made from the schemas. */
  readonly examples?: {
    readonly query?: Partial<z.input<query>>
    readonly body?: Partial<z.input<body>>
    readonly reply?: Partial<z.input<reply>>
  }
  /** A public endpoint that does more for whoever sends a key or has a session. */
  readonly takesKey?: boolean
  /** Honours `Idempotency-Key`: sent again with its key, the call is done once and answered alike. */
  readonly idempotent?: boolean
  /** Served while the disk is full: what reads, what makes room, and what lets somebody in to do so. */
  readonly whenFull?: boolean
  /** Served while the database is damaged, as what reads is: what puts something whole in its place. */
  readonly whenDamaged?: boolean
  /** Confirmation that the reference asks for before it sends the call; every `delete` asks anyway. */
  readonly confirm?: string
}

/** `{message, errors?}`, or the two older shapes that a few endpoints of the family keep. */
export type ErrorShape = 'message' | 'status' | 'success'

type NoFields = z.ZodObject<{}>

/** One endpoint as a value: the Express route, the typed client, OpenAPI and the docs all read it. */
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

/** Any endpoint, whatever its schemas. */
// biome-ignore lint/suspicious/noExplicitAny: schemas are invariant, and this type is only ever narrowed
export type AnyEndpoint = Endpoint<any, any, any, any>

/** Declares an endpoint; defaults are those of most endpoints. */
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
    plane: spec.plane ?? ('operator' as plane),
    kind: 'endpoint',
  }
}

export type ParamsOf<e extends AnyEndpoint> = z.output<NonNullable<e['params']>>
export type QueryOf<e extends AnyEndpoint> = z.output<NonNullable<e['query']>>
export type BodyOf<e extends AnyEndpoint> = z.output<NonNullable<e['body']>>
export type ReplyOf<e extends AnyEndpoint> = z.output<e['reply']>
/** Return value of a handler: the reply before its schema's defaults. */
export type AnswerOf<e extends AnyEndpoint> = z.input<e['reply']>
