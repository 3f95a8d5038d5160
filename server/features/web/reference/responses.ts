import { inEnglish } from '#contracts/catalogues.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { type ErrorCode, familyCodeOf, faultOfRefusal, statusOf } from '#contracts/errors.ts'
import { type Fault, type FaultCode, type FaultParams, fault } from '#contracts/faults.ts'
import { inFamilyShape } from '../../../http/error-handler.ts'
import { faultsOf } from './faults.ts'
import type { Json } from './schemas.ts'

const REQUEST_ID = '0199c0de-0000-7000-8000-00000000001d'

const ERROR = { $ref: '#/components/schemas/Error' }
const INVALID = { $ref: '#/components/schemas/Invalid' }

/** The message for an error code, as API clients receive it. */
const say = (code: FaultCode, params?: FaultParams): string =>
  inEnglish.translate(fault(code, params))

const refusalsIn = ({ refusals = [] }: AnyEndpoint): Fault<ErrorCode>[] =>
  refusals.map(faultOfRefusal)

/** The message of an error response; text that depends on an unknown cause is omitted. */
const textOf = (refusal: Fault): string => inEnglish.translate(refusal).trim()

/** Error responses shared by many endpoints. */
const COMMON = {
  400: common(
    'Malformed',
    'The body is not valid JSON, or the URL is malformed.',
    'malformed_json',
  ),
  401: common(
    'Unauthenticated',
    'The key, session or token is missing or invalid.',
    'unauthenticated',
    undefined,
    { 'WWW-Authenticate': 'Always `Bearer`.' },
  ),
  403: common(
    'Forbidden',
    'The request comes from a page of another website, or the account lacks permission.',
    'same_origin_only',
  ),
  404: common('NotFound', 'It does not exist, or belongs to another account.', 'not_found'),
  409: common(
    'Conflict',
    'A request with this `Idempotency-Key` is in progress.',
    'idempotency_key_in_use',
  ),
  413: common('TooLarge', 'The body is too large.', 'body_too_large'),
  415: common('NotJson', 'The body has the wrong content type.', 'wrong_content_type', {
    message: say('wrong_content_type', { type: 'application/json' }),
  }),
  421: common(
    'Misdirected',
    'The request was sent to a host name that is not this server’s.',
    'misdirected',
  ),
  422: common('TooDeep', 'The body is nested too deeply.', 'invalid_data', {
    message: say('invalid_data'),
    errors: { body: [say('body_too_deep', { count: 32 })] },
  }),
  429: common(
    'TooManyRequests',
    'Too many requests.',
    'too_many_requests',
    { message: say('too_many_requests'), retry_after: 30 },
    {
      'Retry-After': 'Seconds to wait.',
    },
  ),
  500: common(
    'ServerError',
    'An error of the server; find it in the log by its request id.',
    'server_error',
    { message: say('server_error'), request_id: REQUEST_ID },
  ),
  507: common('StorageFull', 'The disk is full.', 'storage_full'),
} as const

type Status = keyof typeof COMMON

function common(
  name: string,
  description: string,
  code: ErrorCode,
  example: Json = { message: say(code) },
  headers: Readonly<Record<string, string>> = {},
) {
  return {
    name,
    code,
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

/** `components.responses`: the error responses not specific to an endpoint. */
export const COMMON_RESPONSES: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.values(COMMON).map(({ name, response }) => [name, response]),
)

/** All error responses of an endpoint, by status. */
export function refusalsOf(endpoint: AnyEndpoint): Record<string, Json> {
  const statuses = new Set<number>([
    ...COMMON_STATUSES.filter((status) => canAnswer(endpoint, status)),
    ...refusalsIn(endpoint).map(({ code }) => statusOf(code)),
  ])
  const ascending = [...statuses].sort((a, b) => a - b)
  return Object.fromEntries(
    ascending.map((status) => [String(status), refusal(endpoint, status as Status)]),
  )
}

// Object keys are strings, even if they look like numbers.
const COMMON_STATUSES = Object.keys(COMMON).map(Number) as Status[]

/** Reports whether the layers below the endpoint's own code can respond with a status. */
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
      return takesKey || ['operator', 'visitor'].includes(plane)
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
  const own = refusalsIn(endpoint).filter(({ code }) => statusOf(code) === status)
  if (status === 422) return invalid(endpoint, own)
  const family = status < 500 && status !== 401 ? familyOf(endpoint) : undefined
  const shared = COMMON[status] as (typeof COMMON)[Status] | undefined
  const isPlain = !family || PLAIN.includes(status)
  if (shared && own.length === 0 && isPlain)
    return { $ref: `#/components/responses/${shared.name}` }
  const faults = shared && own.length === 0 ? [fault(shared.code)] : own
  const [only] = faults
  return {
    description: only && faults.length === 1 ? textOf(only) : 'One of these errors.',
    content: {
      'application/json': {
        schema: eitherOf([...(family ? [family] : []), ...(isPlain ? [ERROR] : [])]),
        examples: examplesOf(endpoint, faults, family !== undefined),
      },
    },
  }
}

/** Field errors with the endpoint's own messages, and its other errors with that status. */
function invalid(endpoint: AnyEndpoint, own: readonly Fault<ErrorCode>[]): Json {
  const errors = faultsOf(endpoint)
  if (!errors && own.length === 0) return { $ref: `#/components/responses/${COMMON[422].name}` }
  const family = familyOf(endpoint)
  const [first = ''] = Object.values(errors ?? {}).flat()
  const value = family
    ? endpoint.errorShape === 'outcome'
      ? { message: say(endpoint.invalid), success: false, errors }
      : {
          ...inFamilyShape(endpoint, first, 'VALIDATION_ERROR'),
          ...(endpoint.errorShape === 'success' && { errors }),
        }
    : { message: say(endpoint.invalid), errors }
  const schemas = [
    ...(family ? [family] : []),
    ...(own.length > 0 && !family ? [ERROR] : []),
    INVALID,
  ]
  return {
    description: own[0] && !errors ? textOf(own[0]) : 'Invalid fields.',
    content: {
      'application/json': {
        schema: eitherOf(schemas),
        examples: {
          ...(errors && { fields: { summary: 'Invalid fields.', value } }),
          ...examplesOf(endpoint, own),
        },
      },
    },
  }
}

const eitherOf = (schemas: Json[]): Json =>
  schemas.length === 1 ? schemas[0]! : { anyOf: schemas }

/** The other error schemas that endpoints keep. */
const FAMILY_SCHEMAS = { status: 'StatusError', success: 'SuccessError', outcome: 'OutcomeError' }

/** The error schema that an endpoint keeps. */
function familyOf({ errorShape }: AnyEndpoint): Json | undefined {
  // The bodies of `error` are those of most endpoints, with `error` beside `message`.
  if (errorShape === 'message' || errorShape === 'error') return undefined
  return { $ref: `#/components/schemas/${FAMILY_SCHEMAS[errorShape]}` }
}

/** Examples of errors in the endpoint's own shape, unless they are raised before it applies; named after their messages. */
function examplesOf(
  endpoint: AnyEndpoint,
  refusals: readonly Fault<ErrorCode>[],
  isOwn = true,
): Json {
  return Object.fromEntries(
    refusals.map((refusal) => {
      const text = textOf(refusal)
      const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
      const own = isOwn ? inFamilyShape(endpoint, text, familyCodeOf(refusal.code)) : undefined
      const twice = endpoint.errorShape === 'error' ? { error: text } : {}
      const value = own ?? { message: text, ...twice }
      return [words.slice(0, 6).join('_'), { summary: text, value }]
    }),
  )
}
