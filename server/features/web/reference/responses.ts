import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { inFamilyShape } from '../../../http/error-handler.ts'
import { faultsOf } from './faults.ts'
import type { Json } from './schemas.ts'

const REQUEST_ID = '0199c0de-0000-7000-8000-00000000001d'

const ERROR = { $ref: '#/components/schemas/Error' }
const INVALID = { $ref: '#/components/schemas/Invalid' }

/** Refusals that are the same wherever they occur. */
const COMMON = {
  400: common('Malformed', 'The body is no JSON, or the address is broken.', {
    message: 'Malformed JSON.',
  }),
  401: common(
    'Unauthenticated',
    'The key, session or token is missing or not valid.',
    { message: 'Unauthenticated.' },
    { 'WWW-Authenticate': 'Always `Bearer`.' },
  ),
  403: common('Forbidden', 'A page of another website asks, or the account may not do that.', {
    message: 'Other websites may not use this API.',
  }),
  404: common('NotFound', 'It does not exist, or belongs to somebody else.', {
    message: 'Not found.',
  }),
  409: common('Conflict', 'A request with this `Idempotency-Key` is in progress.', {
    message: 'A request with this idempotency key is in progress.',
  }),
  413: common('TooLarge', 'The body is too large.', { message: 'The body is too large.' }),
  415: common('NotJson', 'The body has another content type.', {
    message: 'The content type must be application/json.',
  }),
  421: common('Misdirected', 'The request was sent to a name that is not this server’s.', {
    message: 'Misdirected request.',
  }),
  422: common('TooDeep', 'The body is nested too deep.', {
    message: 'The given data was invalid.',
    errors: { body: ['The body must not be nested deeper than 32 levels.'] },
  }),
  429: common(
    'TooManyRequests',
    'Too many requests.',
    { message: 'Too many requests.' },
    { 'Retry-After': 'Seconds to wait.' },
  ),
  500: common('ServerError', 'A fault of the server; the log knows it by its request id.', {
    message: 'Server error',
    request_id: REQUEST_ID,
  }),
  507: common('StorageFull', 'The disk is full.', { message: 'Storage full.' }),
} as const

type Status = keyof typeof COMMON

function common(
  name: string,
  description: string,
  example: Json,
  headers: Readonly<Record<string, string>> = {},
) {
  const message = String(example['message'])
  return {
    name,
    message,
    response: {
      description,
      ...headersOf(headers),
      content: { 'application/json': { schema: 'errors' in example ? INVALID : ERROR, example } },
    },
  }
}

function headersOf(headers: Readonly<Record<string, string>>): Json {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return described.length > 0 ? { headers: Object.fromEntries(described) } : {}
}

/** `components.responses`: what an endpoint's own refusals are not. */
export const COMMON_RESPONSES: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.values(COMMON).map(({ name, response }) => [name, response]),
)

/** Every refusal that an endpoint can answer, by status. */
export function refusalsOf(endpoint: AnyEndpoint): Record<string, Json> {
  const statuses = new Set<number>([
    ...COMMON_STATUSES.filter((status) => canAnswer(endpoint, status)),
    ...Object.keys(endpoint.refusals ?? {}).map(Number),
  ])
  const ascending = [...statuses].sort((a, b) => a - b)
  return Object.fromEntries(
    ascending.map((status) => [String(status), refusal(endpoint, status as Status)]),
  )
}

// The keys of an object are text, also where they are numbers.
const COMMON_STATUSES = Object.keys(COMMON).map(Number) as Status[]

/** Reports whether the layers below the endpoint's own code can refuse with a status. */
function canAnswer(endpoint: AnyEndpoint, status: Status): boolean {
  const { plane, method, params, idempotent = false, takesKey = false } = endpoint
  const writes = method !== 'get'
  switch (status) {
    case 400:
      return writes || params !== undefined
    case 413:
    case 415:
    case 507:
      return writes
    case 401:
      return takesKey || ['operator', 'owner', 'visitor'].includes(plane)
    case 403:
      return plane !== 'public'
    case 404:
      return params !== undefined || plane === 'site'
    case 409:
      return idempotent
    case 422:
      return writes || faultsOf(endpoint) !== undefined
    default:
      return true
  }
}

/** Errors raised before the endpoint's own error shape applies, or regardless of it. */
const PLAIN: readonly Status[] = [400, 401, 403, 413, 415, 421, 500, 507]

function refusal(endpoint: AnyEndpoint, status: Status): Json {
  const own = endpoint.refusals?.[status as keyof typeof endpoint.refusals] ?? []
  if (status === 422) return invalid(endpoint, own)
  const family = status < 500 && status !== 401 ? familyOf(endpoint) : undefined
  const shared = COMMON[status] as (typeof COMMON)[Status] | undefined
  const isPlain = !family || PLAIN.includes(status)
  if (shared && own.length === 0 && isPlain)
    return { $ref: `#/components/responses/${shared.name}` }
  const texts = shared && own.length === 0 ? [shared.message] : own
  const examples = named(texts, (text) => (family ? bodyOf(endpoint, text) : { message: text }))
  return {
    description: texts.length === 1 ? texts[0] : 'For one of these reasons.',
    content: {
      'application/json': {
        schema: eitherOf([...(family ? [family] : []), ...(isPlain ? [ERROR] : [])]),
        examples,
      },
    },
  }
}

/** Field errors in the endpoint's own wording, and its other refusals. */
function invalid(endpoint: AnyEndpoint, own: readonly string[]): Json {
  const errors = faultsOf(endpoint)
  if (!errors && own.length === 0) return { $ref: `#/components/responses/${COMMON[422].name}` }
  const family = familyOf(endpoint)
  const [first = ''] = Object.values(errors ?? {}).flat()
  const value = family
    ? bodyOf(endpoint, first, 'VALIDATION_ERROR')
    : { message: endpoint.invalid, errors }
  const schemas = [
    ...(family ? [family] : []),
    ...(own.length > 0 && !family ? [ERROR] : []),
    INVALID,
  ]
  return {
    description: errors ? 'Fields break a rule.' : own[0],
    content: {
      'application/json': {
        schema: eitherOf(schemas),
        examples: {
          ...(errors && { fields: { summary: 'Fields break a rule.', value } }),
          ...named(own, (text) => bodyOf(endpoint, text)),
        },
      },
    },
  }
}

const eitherOf = (schemas: Json[]): Json =>
  schemas.length === 1 ? schemas[0]! : { anyOf: schemas }

/** The older shape of refusals that an endpoint keeps. */
function familyOf({ errorShape }: AnyEndpoint): Json | undefined {
  if (errorShape === 'message') return undefined
  return {
    $ref: `#/components/schemas/${errorShape === 'status' ? 'StatusError' : 'SuccessError'}`,
  }
}

/** A refusal in the endpoint's own shape. */
const bodyOf = (endpoint: AnyEndpoint, text: string, code?: string) =>
  inFamilyShape(endpoint, text, code) ?? { message: text }

/** Examples by a name made of their own words. */
function named(texts: readonly string[], value: (text: string) => unknown): Json {
  return Object.fromEntries(
    texts.map((text) => [
      text
        .toLowerCase()
        .match(/[a-z0-9]+/g)
        ?.slice(0, 6)
        .join('_') ?? 'refusal',
      { summary: text, value: value(text) },
    ]),
  )
}
