import { z } from 'zod'
import type { NamedEndpoint } from '#contracts/all.ts'
import { TOTAL_HEADER } from '#contracts/constants.ts'
import type { AnyEndpoint, Plane } from '#contracts/endpoint.ts'
import { createPager } from '../../../http/pagination.ts'
import { createExamples } from './examples.ts'
import { refusalsOf } from './responses.ts'
import type { Json, Schemas } from './schemas.ts'

const KEY = [{ apiKey: [] }, { session: [] }]

const SECURITY: Readonly<Record<Plane, readonly Json[]>> = {
  operator: KEY,
  visitor: [{ visitorToken: [] }],
  site: [],
  public: [],
}

/** Creates the OpenAPI operation of an endpoint, with an example of every request and reply. */
export function createOperation({ schemaOf, components }: Schemas, origin: string) {
  const { exampleOf } = createExamples(components)

  function operationOf({ name, group, endpoint }: NamedEndpoint): Json {
    const { summary, confirm = confirmationOf(endpoint) } = endpoint
    return {
      operationId: name,
      tags: [group],
      summary,
      description: descriptionOf(endpoint),
      security: securityOf(endpoint),
      parameters: [
        ...parameters(endpoint.params, 'path'),
        ...parameters(endpoint.query, 'query', endpoint.examples?.query),
        ...headers(endpoint),
      ],
      ...(endpoint.body && { requestBody: requestBody(endpoint) }),
      responses: { [String(endpoint.status)]: success(name, endpoint), ...refusalsOf(endpoint) },
      ...(confirm && { 'x-confirm': confirm }),
    }
  }

  function parameters(schema: z.ZodObject | undefined, place: string, given: Json = {}): Json[] {
    if (!schema) return []
    // Expands named schemas, so that each field is listed.
    const { properties = {}, required = [] } = schemaOf(z.object(schema.shape), 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(
      ([name, { description, ...property }]): Json => ({
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description !== undefined && { description }),
        schema: property,
        example: given[name] ?? exampleOf(property, { name }),
      }),
    )
  }

  function requestBody({ body, csv, upload, examples }: AnyEndpoint): Json {
    const inJson = upload === undefined ? body : body.omit({ [upload]: true })
    // A file alone cannot be sent as JSON.
    if (upload && Object.keys(inJson.shape).length === 0)
      return { required: true, content: formContent(upload) }
    const schema = schemaOf(inJson, 'input')
    const example = { ...(exampleOf(schema, { owner: 'Request' }) as Json), ...examples?.body }
    return {
      required: true,
      content: {
        'application/json': { schema, example },
        ...(csv && csvContent(example[csv])),
        ...(upload && formContent(upload)),
      },
    }
  }

  function success(name: string, endpoint: AnyEndpoint): Json {
    if (endpoint.download === 'zip') return ZIP
    if (endpoint.download) return file(endpoint)
    if (endpoint.stream && !endpoint.protocol) {
      return {
        description: 'Server-sent events, for as long as the connection is open.',
        content: {
          'text/event-stream': { schema: { type: 'string' }, example: 'event: ping\ndata: {}\n\n' },
        },
      }
    }
    const schema = schemaOf(endpoint.reply, 'output')
    const example = replyExample(name, endpoint, schema)
    return { description: 'Success', content: { 'application/json': { schema, example } } }
  }

  function file({ reply }: AnyEndpoint): Json {
    const schema = schemaOf(reply, 'output')
    const [row] = exampleOf(schema) as [Json]
    const cells = Object.values(row).map((value) =>
      typeof value === 'object' ? '' : String(value),
    )
    const example = `${Object.keys(row).join(',')}\r\n${cells.join(',')}\r\n`
    return {
      description: 'The file.',
      headers: {
        [TOTAL_HEADER]: { description: 'Number of rows.', schema: { type: 'integer' } },
      },
      content: {
        'text/csv': { schema: { type: 'string' }, example },
        'application/json': { schema, example: [row] },
      },
    }
  }

  function replyExample(name: string, endpoint: AnyEndpoint, schema: Json): unknown {
    const example = exampleOf(schema)
    if (typeof example !== 'object' || example === null || Array.isArray(example)) return example
    const said = 'message' in example ? { message: successOf(name) } : {}
    const whole =
      'links' in example ? { ...example, ...firstPage(endpoint, example as Json) } : example
    return { ...whole, ...said, ...endpoint.examples?.reply }
  }

  /** A list reply as the server would page it. */
  function firstPage({ path, query }: AnyEndpoint, { data }: Json): Json {
    const { per_page } = query.parse({})
    const pager = createPager({
      path: `${origin}/api${path}`,
      sent: [],
      page: 1,
      perPage: per_page,
    })
    const items = data as unknown[]
    return { ...pager.of(items.length, () => items) }
  }

  return operationOf
}

const ZIP = {
  description: 'The file.',
  content: { 'application/zip': { schema: { type: 'string', format: 'binary' }, example: 'PK' } },
}

/** The rows of a JSON body as CSV with a header. */
function csvContent(rows: unknown): Json {
  const records = rows as Json[]
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const lines = records.map((record) => names.map((name) => String(record[name] ?? '')).join(','))
  const example = `${[names.join(','), ...lines].join('\n')}\n`
  return { 'text/csv': { schema: { type: 'string' }, example } }
}

/** A multipart form with a file field. */
function formContent(field: string): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const schema = { type: 'object', required: [field], properties: { [field]: file } }
  return { 'multipart/form-data': { schema, example: { [field]: 'opening-hours.pdf' } } }
}

/** Message of a successful write: `createTool` returns "Tool created successfully". */
function successOf(name: string): string {
  const [verb = '', ...noun] = name.split(/(?=[A-Z])/)
  const words = noun.join(' ').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${verb.replace(/e?$/, 'ed')} successfully`
}

function securityOf({ plane, takesKey = false }: AnyEndpoint): readonly Json[] {
  return takesKey ? [{}, ...KEY] : SECURITY[plane as Plane]
}

/** The endpoint's own explanation, and notes about who may call it and about its other spellings. */
function descriptionOf(endpoint: AnyEndpoint): string {
  const { description, capability, alsoNeeds, method, aliases = [] } = endpoint
  const others = aliases.map((path) => `\`${path.replace(/:(\w+)(\(.*?\))?/g, '{$1}')}\``)
  const notes = [
    alsoNeeds
      ? `Capabilities: \`${capability}\` and \`${alsoNeeds}\`.`
      : `Capability: \`${capability}\`.`,
    ...(method === 'put' ? ['`PATCH` does the same.'] : []),
    ...(others.length > 0 ? [`Also at ${others.join(' and ')}.`] : []),
  ]
  return [...(description ? [description] : []), ...notes].join(' ')
}

function confirmationOf({ method }: AnyEndpoint): string | undefined {
  return method === 'delete' ? 'This deletes permanently. Continue?' : undefined
}

function headers({ idempotent = false, stream, download }: AnyEndpoint): Json[] {
  return [...(idempotent ? [IDEMPOTENCY_KEY] : []), ...(stream && !download ? [LAST_EVENT_ID] : [])]
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'An identifier that you choose for this request. If it is repeated with the same identifier and body within 24 hours, it is executed once and returns the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-4711-confirmation',
}

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last event seen: later events are sent first.',
  schema: { type: 'string', pattern: '^\\d{1,15}$' },
  example: '118',
}
