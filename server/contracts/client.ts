import type { z } from 'zod'
import type { AnyEndpoint, Method, ReplyOf } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** The parts of an endpoint needed to send a request. */
export interface Route {
  readonly method: Method
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: string
}

/** Input of a call; each part exists only if the endpoint defines it. */
type Sent<schema> = schema extends z.ZodType ? z.input<schema> : never
export interface CallInput<e extends AnyEndpoint> {
  readonly params?: Sent<NonNullable<e['params']>>
  readonly query?: Partial<Record<keyof Sent<NonNullable<e['query']>>, string | number | undefined>>
  readonly body?: Sent<NonNullable<e['body']>>
  readonly signal?: AbortSignal
  /** Sent in addition to the client's own headers, such as `Idempotency-Key`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls an endpoint; resolves to its reply, rejects with an `ApiError`, or with a `TypeError` if there was no response. */
export type Call = <e extends AnyEndpoint>(endpoint: e, input?: CallInput<e>) => Promise<ReplyOf<e>>

/** Input for a route whose schemas are unknown. */
type RouteInput = Pick<CallInput<AnyEndpoint>, 'signal' | 'headers'> & {
  readonly [part in 'params' | 'query' | 'body']?: object
}

/** Sends one request; resolves to the response body, rejects like a `Call`. */
export type Send = (route: Route, input?: RouteInput) => Promise<unknown>

/** A response with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: unknown
  /** Error code, if the server sent one. */
  readonly code: ErrorCode | undefined

  constructor(status: number, body: unknown, code?: string | null) {
    super(messageOf(body) ?? `The server answered ${status}`)
    this.status = status
    this.body = body
    this.code = (code ?? undefined) as ErrorCode | undefined
  }

  /** Messages of a 422 response, by field. */
  get errors(): Readonly<Record<string, readonly string[]>> {
    const { errors } = (this.body ?? {}) as { errors?: Record<string, string[]> }
    return errors ?? {}
  }
}

function messageOf(body: unknown): string | undefined {
  const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown }
  return [message, error].find((text): text is string => typeof text === 'string')
}

export interface ClientOptions {
  /** Origin that serves `/api`; empty for the same origin. */
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
}

/** Typed client for code that imports the contracts: takes an endpoint value, returns its reply. */
export function createClient(options?: ClientOptions): Call {
  const send = createSender(options)
  return async (endpoint, input) => (await send(endpoint, input)) as ReplyOf<typeof endpoint>
}

/** Creates the function behind every client; it needs only an endpoint's route. */
export function createSender({
  origin = '',
  headers = {},
  fetch: request = fetch,
}: ClientOptions = {}): Send {
  return async (route, { params, query, body, signal, headers: own } = {}) => {
    const form = body && formOf(body)
    const response = await request(origin + urlOf(route, params ?? {}, query ?? {}), {
      method: route.method.toUpperCase(),
      headers: {
        accept: 'application/json',
        ...(body && !form && { 'content-type': 'application/json' }),
        ...headers,
        ...own,
      },
      ...(body && { body: form ?? JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const reply: unknown = await response.json().catch(() => undefined)
    if (!response.ok)
      throw new ApiError(response.status, reply, response.headers.get('parley-error'))
    return reply
  }
}

/** A body that contains a file is sent as a form; `fetch` sets its content type. */
function formOf(body: object): FormData | undefined {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined && value !== null)
  if (!fields.some(([, value]) => value instanceof File)) return undefined
  const form = new FormData()
  for (const [name, value] of fields)
    form.append(name, value instanceof File ? value : String(value))
  return form
}

/** Path and query string of one call. */
export function urlOf({ path: pattern }: Route, params: object, query: object): string {
  const values = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const path = pattern.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `/api${path}${search && `?${search}`}`
}
