import type { z } from 'zod'
import type { AnyEndpoint, Method, ReplyOf } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** All that a request has to know of its endpoint. */
export interface Route {
  readonly method: Method
  /** Path below `/api`, with `:name` for parameters. */
  readonly path: string
}

/** Input of a call: each part only where the endpoint has it. */
type Sent<schema> = schema extends z.ZodType ? z.input<schema> : never
export interface CallInput<e extends AnyEndpoint> {
  readonly params?: Sent<NonNullable<e['params']>>
  readonly query?: Partial<Record<keyof Sent<NonNullable<e['query']>>, string | number | undefined>>
  readonly body?: Sent<NonNullable<e['body']>>
  readonly signal?: AbortSignal
  /** Beside those of every call, such as `Idempotency-Key`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls an endpoint; resolves to its reply, rejects with an `ApiError`, or a `TypeError` when nothing answered. */
export type Call = <e extends AnyEndpoint>(endpoint: e, input?: CallInput<e>) => Promise<ReplyOf<e>>

/** The same for a route whose schemas are not known. */
type RouteInput = Pick<CallInput<AnyEndpoint>, 'signal' | 'headers'> & {
  readonly [part in 'params' | 'query' | 'body']?: object
}

/** Sends one request; resolves to the body of its answer, rejects as a `Call` does. */
export type Send = (route: Route, input?: RouteInput) => Promise<unknown>

/** An answer that is not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: unknown
  /** Which error it is, where the server says so. */
  readonly code: ErrorCode | undefined

  constructor(status: number, body: unknown, code?: string | null) {
    super(messageOf(body) ?? `The server answered ${status}`)
    this.status = status
    this.body = body
    this.code = (code ?? undefined) as ErrorCode | undefined
  }

  /** Messages by field of a 422 answer. */
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
  /** Address before `/api`; empty for the same origin. */
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
}

/** The typed client of whoever has the contracts: an endpoint value in, its reply out. */
export function createClient(options?: ClientOptions): Call {
  const send = createSender(options)
  return async (endpoint, input) => (await send(endpoint, input)) as ReplyOf<typeof endpoint>
}

/** Makes the function that every client sends with: it needs an endpoint's route and nothing else. */
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

/** A body with a file in it goes as a form; `fetch` gives that its content type. */
function formOf(body: object): FormData | undefined {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined && value !== null)
  if (!fields.some(([, value]) => value instanceof File)) return undefined
  const form = new FormData()
  for (const [name, value] of fields)
    form.append(name, value instanceof File ? value : String(value))
  return form
}

/** The path and query of one call. */
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
