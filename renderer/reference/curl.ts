import { type Endpoint, isStream, type OpenApi, resolve, type Schema, schemaOf } from './openapi.ts'

/** An example call for a terminal. */
export function curlOf(endpoint: Endpoint, document: OpenApi): string {
  const { method, path, security = [], requestBody, responses } = endpoint
  const query = (endpoint.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(example(schema, document)))}`)
    .join('&')
  const url = `${document.servers[0]?.url ?? ''}${path}${query && `?${query}`}`
  const token = tokenOf(security)
  const body = requestBody && schemaOf(requestBody)
  return [
    `curl ${responses['200'] && isStream(responses['200']) ? '-N ' : ''}${
      method === 'get' ? '' : `-X ${method.toUpperCase()} `
    }'${url}'`,
    token && `-H 'Authorization: Bearer ${token}'`,
    body && `-H 'Content-Type: application/json'`,
    body && `-d '${JSON.stringify(example(body, document), null, 2).replaceAll("'", "'\\''")}'`,
  ]
    .filter(Boolean)
    .join(' \\\n  ')
}

function tokenOf(security: NonNullable<Endpoint['security']>): string | undefined {
  if (security.some((way) => 'apiKey' in way)) return 'YOUR_API_KEY'
  return security.some((way) => 'visitorToken' in way) ? 'VISITOR_TOKEN' : undefined
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0199c0de-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  uri: 'https://www.example.com',
}

/** A value that fits a schema: of an object, what it must have. */
function example(schema: Schema, document: OpenApi): unknown {
  const known = resolve(schema, document)
  const fixed = known.default ?? known.const ?? known.enum?.[0]
  if (fixed !== undefined) return fixed
  const [option] = known.anyOf ?? known.oneOf ?? known.allOf ?? []
  if (option) return example(option, document)
  switch ([known.type].flat()[0]) {
    case 'object':
      return exampleObject(known, document)
    case 'array':
      return known.items ? [example(known.items, document)] : []
    case 'integer':
    case 'number':
      return Math.max(1, known.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return BY_FORMAT[known.format ?? ''] ?? '…'
  }
}

function exampleObject({ properties = {}, required = [] }: Schema, document: OpenApi): object {
  const shown = Object.entries(properties).filter(([name]) => required.includes(name))
  return Object.fromEntries(
    shown.map(([name, property]) => [name, exampleField(name, property, document)]),
  )
}

const BY_NAME: Readonly<Record<string, string>> = {
  name: 'Ada',
  timezone: 'Europe/Berlin',
  initial_message: 'Hello! How can I help you?',
  system_prompt: 'You answer questions about our shop.',
  message: 'Hello',
  content: 'Hello',
}

function exampleField(name: string, property: Schema, document: OpenApi): unknown {
  const value = example(property, document)
  return value === '…' ? (BY_NAME[name] ?? value) : value
}
