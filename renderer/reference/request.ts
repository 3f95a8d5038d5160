import { type Endpoint, type OpenApi, type Parameter, secretOf } from './openapi.ts'

/** A request body as entered: text of a content type, or a file in a form. */
export type Content =
  | { readonly type: string; readonly text: string }
  | { readonly type: typeof FORM; readonly field: string; readonly file: File | undefined }

/** Content type for file uploads. */
export const FORM = 'multipart/form-data'

/** Input of a call. */
export interface Filled {
  /** Parameters by location and name: `query.page`. Empty ones are not sent. */
  readonly parameters: Readonly<Record<string, string>>
  /** Undefined if the endpoint takes no body. */
  readonly content: Content | undefined
}

/** A call, ready to send or display. */
export interface Prepared {
  readonly method: string
  /** Path and query, relative to the base URL. */
  readonly target: string
  /** Without the secret. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly content: Content | undefined
}

/** Key of a parameter among the form values. */
export const keyOf = ({ in: place, name }: Pick<Parameter, 'in' | 'name'>) => `${place}.${name}`

/** Builds the call of an endpoint from the input. */
export function prepare(
  { method, path, parameters = [] }: Pick<Endpoint, 'method' | 'path' | 'parameters'>,
  { parameters: values, content }: Filled,
): Prepared {
  const sent = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter): [string, string] => [parameter.name, values[keyOf(parameter)] ?? ''])
      .filter(([, value]) => value !== '')
  const inPath = new Map(sent('path'))
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inPath.get(name) ?? ''))
  const query = new URLSearchParams(sent('query')).toString()
  return {
    method: method.toUpperCase(),
    target: `${filled}${query && `?${query}`}`,
    headers: [
      ...(content && 'text' in content ? [['Content-Type', content.type] as const] : []),
      ...sent('header'),
    ],
    content,
  }
}

/** Request body: for a form the browser sets the content type itself. */
export function payloadOf(content: Content | undefined): string | FormData | undefined {
  if (!content || 'text' in content) return content?.text
  const form = new FormData()
  if (content.file) form.set(content.field, content.file)
  return form
}

/** Initial input from an endpoint's examples: every path parameter, and the required rest. */
export function filledWithExamples(endpoint: Endpoint): Filled {
  const { parameters = [], requestBody } = endpoint
  const given = parameters.filter(({ required }) => required)
  const [type = '', media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return {
    parameters: Object.fromEntries(
      given.map((parameter) => [keyOf(parameter), String(parameter.example ?? '')]),
    ),
    content:
      media && (type === FORM ? formOf(media.example) : { type, text: textOf(media.example) }),
  }
}

/** A form with the file that an example names. */
function formOf(example: unknown): Content {
  const [[field, name] = ['file', 'FILE']] = Object.entries(example as Record<string, string>)
  return { type: FORM, field, file: new File([], name) }
}

/** Serializes an example for sending. */
export function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2)
}

/** Placeholders for secrets in examples. */
const VARIABLES = { key: '$KEY', token: '$TOKEN', none: undefined } as const

/** A call as a shell command; the secret is a variable. */
export function curlOf(
  endpoint: Pick<Endpoint, 'security' | 'responses'>,
  { method, target, headers, content }: Prepared,
  { servers }: Pick<OpenApi, 'servers'>,
  hasSecret = !secretOf(endpoint).isOptional,
): string {
  const variable = hasSecret ? VARIABLES[secretOf(endpoint).kind] : undefined
  const streams = 'text/event-stream' in (endpoint.responses['200']?.content ?? {})
  return [
    `curl ${streams ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}${quoted(`${servers[0]?.url ?? ''}${target}`)}`,
    variable && `-H "Authorization: Bearer ${variable}"`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    content && dataOf(content),
  ]
    .filter(Boolean)
    .join(' \\\n  ')
}

function dataOf(content: Content): string {
  if ('text' in content) return `--data-binary ${quoted(content.text)}`
  return `-F ${quoted(`${content.field}=@${content.file?.name ?? 'FILE'}`)}`
}

/** Quotes a text for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
