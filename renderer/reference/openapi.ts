/** The part of JSON Schema that this page reads. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly $ref?: string
  readonly title?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: Schema
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: unknown }>
  >
}

interface Content {
  readonly content?: Readonly<Record<string, Media>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

/** Response of an endpoint for one status. */
interface Response extends Content {
  /** Set for a shared response. */
  readonly $ref?: string
  readonly description?: string
}

type Security = readonly Readonly<Record<string, readonly string[]>>[]

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: Security
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Response>>
  /** Confirmation before the call is tried. */
  readonly 'x-confirm'?: string
}

/** A block of the guide. */
export type Block =
  | { readonly text: string }
  | { readonly list: readonly string[] }
  | { readonly code: string; readonly language: string }
  | { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** Conventions shared by many endpoints. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Response>>
  }
  readonly 'x-guide'?: readonly Section[]
}

/** An operation with its method and path. */
export interface Endpoint extends Operation {
  readonly method: string
  readonly path: string
}

export interface Group {
  readonly name: string
  readonly endpoints: readonly Endpoint[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Endpoints by group, in document order. */
export function groupsOf({ paths, tags = [] }: OpenApi): Group[] {
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ ...operation, method, path })),
  )
  const groups = Map.groupBy(endpoints, ({ tags: [tag = 'Other'] }) => tag)
  const names = [...new Set([...tags.map(({ name }) => name), ...groups.keys()])]
  return names.flatMap((name) => {
    const found = groups.get(name)
    return found ? [{ name, endpoints: found }] : []
  })
}

/** Schema of a body or response, for its first content type. */
export function schemaOf({ content = {} }: Content): Schema | undefined {
  return Object.values(content)[0]?.schema
}

/** Reports whether a response is an event stream. */
export function isStream({ content = {} }: Content): boolean {
  return 'text/event-stream' in content
}

/** Resolves a schema reference. */
export function resolve(schema: Schema, { components }: Pick<OpenApi, 'components'>): Schema {
  const { $ref, ...rest } = schema
  const known = components?.schemas?.[$ref?.replace('#/components/schemas/', '') ?? '']
  return known ? { ...known, ...rest } : schema
}

/** A response of an endpoint. */
export interface Answer {
  readonly status: string
  readonly description: string
  readonly response: Content
  /** Shared by many endpoints and documented in the guide. */
  readonly isCommon: boolean
}

/** Responses of an endpoint, by status. */
export function answersOf(endpoint: Endpoint, { components }: OpenApi): Answer[] {
  return Object.entries(endpoint.responses).map(([status, response]) => {
    const name = response.$ref?.replace('#/components/responses/', '')
    const known = name === undefined ? response : (components?.responses?.[name] ?? response)
    return {
      status,
      description: known.description ?? '',
      response: known,
      isCommon: name !== undefined,
    }
  })
}

/** Examples of a body or response, each with its summary. */
export function examplesOf({ content = {} }: Content): { summary: string; value: unknown }[] {
  const [media = {}] = Object.values(content)
  if (media.example !== undefined) return [{ summary: '', value: media.example }]
  return Object.values(media.examples ?? {}).map(({ summary = '', value }) => ({ summary, value }))
}

/** Kind of secret that an endpoint takes: an API key, a visitor's token, or none. */
export type Secret = 'key' | 'token' | 'none'

/** Secret that an endpoint takes, and whether it works without one. */
export function secretOf({ security = [] }: Pick<Endpoint, 'security'>): {
  kind: Secret
  isOptional: boolean
} {
  const has = (name: string) => security.some((way) => name in way)
  const kind = has('apiKey') ? 'key' : has('visitorToken') ? 'token' : 'none'
  return { kind, isOptional: security.some((way) => Object.keys(way).length === 0) }
}
