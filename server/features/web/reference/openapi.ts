import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { allEndpoints, type NamedEndpoint } from '#contracts/all.ts'
import { ErrorBody } from '#contracts/errors.ts'
import { SESSION_COOKIE } from '../../../http/session-cookie.ts'
import { GUIDE } from './guide/guide.ts'
import { createOperation } from './operation.ts'
import { COMMON_RESPONSES } from './responses.ts'
import { createSchemas, type Json, type Schemas } from './schemas.ts'

interface About {
  /** Origin of the server. */
  readonly origin: string
  readonly version: string
}

/**
 * The OpenAPI 3.1 document of the API, generated from the contracts. That takes half a second, so others have a turn
 * after each endpoint.
 */
export async function openApiDocument({ origin, version }: About): Promise<Json> {
  const schemas = createSchemas()
  for (const { endpoint } of allEndpoints) {
    schemas.noteReply(endpoint.reply)
    await breathe()
  }
  const operationOf = createOperation(schemas, origin)
  const paths: Record<string, Json> = {}
  for (const named of inOrder(allEndpoints)) {
    const path = named.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.endpoint.method]: operationOf(named) }
    await breathe()
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description:
        'Assistants, calls, conversations, text messages and the chat widget of a Parley server.',
      contact: { name: 'The Parley authors', url: 'https://example.com/parley' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}/api` }],
    tags: [...new Set(allEndpoints.map(({ group }) => group))].map((name) => ({ name })),
    'x-guide': GUIDE,
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      responses: COMMON_RESPONSES,
      schemas: { ...errorSchemas(schemas), ...schemas.components },
    },
  }
}

const METHODS = ['get', 'post', 'put', 'delete']

/** Sorts endpoints by group, then by path. */
function inOrder(endpoints: readonly NamedEndpoint[]): readonly NamedEndpoint[] {
  const groups = [...new Set(endpoints.map(({ group }) => group))]
  return endpoints.toSorted(
    (a, b) =>
      groups.indexOf(a.group) - groups.indexOf(b.group) ||
      a.endpoint.path.localeCompare(b.endpoint.path, 'en') ||
      METHODS.indexOf(a.endpoint.method) - METHODS.indexOf(b.endpoint.method),
  )
}

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The complete API key: `Authorization: Bearer 3|rZ8x…`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: `${SESSION_COOKIE}_4317`,
    description:
      'The session cookie of a signed-in browser. Its name ends with the port; under a public https address it is `__Host-parley_session`.',
  },
  visitorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that a visitor’s widget received with its session.',
  },
}

/** Schemas of error responses; the last three are kept by a few endpoints for existing clients. */
function errorSchemas({ schemaOf }: Schemas): Record<string, Json> {
  return {
    Error: schemaOf(ErrorBody.omit({ errors: true }), 'output'),
    Invalid: schemaOf(ErrorBody.pick({ message: true, errors: true }).required(), 'output'),
    StatusError: schemaOf(z.object({ status: z.literal(false), error: z.string() }), 'output'),
    SuccessError: schemaOf(
      ErrorBody.pick({ errors: true }).extend({
        success: z.literal(false),
        error: z.string(),
        error_code: z.string().optional(),
      }),
      'output',
    ),
    OutcomeError: schemaOf(
      ErrorBody.pick({ message: true, errors: true, data: true }).extend({
        success: z.literal(false),
      }),
      'output',
    ),
  }
}
