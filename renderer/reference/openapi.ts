/** What this page reads of a JSON schema. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly $ref?: string
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
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema: Schema
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

/** One operation with its place. */
export interface Endpoint extends Operation {
  readonly method: string
  readonly path: string
}

export interface Group {
  readonly name: string
  readonly endpoints: readonly Endpoint[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every endpoint by group, in the order of the description. */
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

/** The schema of a body, of the one kind of content it has. */
export function schemaOf({ content = {} }: Content): Schema | undefined {
  return Object.values(content)[0]?.schema
}

/** Whether an answer is a stream of events. */
export function isStream({ content = {} }: Content): boolean {
  return 'text/event-stream' in content
}

/** A schema in place of the name that stands for it. */
export function resolve(schema: Schema, { components }: Pick<OpenApi, 'components'>): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return (name === undefined ? undefined : components?.schemas?.[name]) ?? schema
}
