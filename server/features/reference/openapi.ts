import { z } from 'zod'
import { allEndpoints, type NamedEndpoint } from '#contracts/all.ts'
import type { AnyEndpoint, Plane } from '#contracts/endpoint.ts'
import { ErrorBody } from '#contracts/errors.ts'

type Json = Record<string, unknown>

const SECURITY: Record<Plane, Json[]> = {
  operator: [{ apiKey: [] }, { session: [] }],
  owner: [{ apiKey: [] }, { session: [] }],
  visitor: [{ visitorToken: [] }],
  site: [],
  public: [],
}

/** The OpenAPI 3.1 description of the API, made from the contracts. */
export function openApiDocument({ origin, version }: { origin: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const named of allEndpoints) {
    const path = named.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.endpoint.method]: operation(named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: 'Assistants, conversations and the chat widget of a Parley server.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}/api` }],
    tags: [...new Set(allEndpoints.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, the whole of it.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'parley_session',
          description: 'A signed-in browser.',
        },
        visitorToken: { type: 'http', scheme: 'bearer', description: 'A visitor’s token.' },
      },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

function operation({ name, group, endpoint }: NamedEndpoint): Json {
  return {
    operationId: name,
    tags: [group],
    summary: endpoint.summary,
    security: SECURITY[endpoint.plane as Plane],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: responses(endpoint),
  }
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const FAILURES: readonly (readonly [
  status: number,
  when: string,
  applies: (endpoint: AnyEndpoint) => boolean,
])[] = [
  [
    401,
    'The key, session or token is missing or not valid.',
    ({ plane }) => ['operator', 'owner', 'visitor'].includes(plane),
  ],
  [403, 'The page’s origin may not do that.', ({ plane }) => plane !== 'public'],
  [
    404,
    'It does not exist, or belongs to somebody else.',
    ({ params, plane }) => Boolean(params) || plane === 'site',
  ],
  [422, 'Fields break a rule.', ({ params, query, body }) => Boolean(params ?? query ?? body)],
  [429, 'Too many requests.', ({ plane }) => plane !== 'owner'],
]

function responses(endpoint: AnyEndpoint): Json {
  const content = endpoint.stream
    ? { 'text/event-stream': { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } }
  const failures = FAILURES.filter(([, , applies]) => applies(endpoint)).map(
    ([status, description]) => [
      String(status),
      { description, content: { 'application/json': { schema: errorSchema(endpoint, status) } } },
    ],
  )
  return {
    [String(endpoint.status)]: { description: 'Success', content },
    ...Object.fromEntries(failures),
  }
}

function errorSchema({ errorShape }: AnyEndpoint, status: number): Json {
  if (errorShape === 'message' || status === 401) return { $ref: '#/components/schemas/Error' }
  const flag = errorShape === 'status' ? 'status' : 'success'
  return {
    type: 'object',
    required: [flag, 'error'],
    properties: { [flag]: { const: false }, error: { type: 'string' } },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
