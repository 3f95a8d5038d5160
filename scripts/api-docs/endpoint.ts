import { parameterField, type Telling, typeOf } from '../../renderer/reference/fields.ts'
import {
  type Answer,
  answersOf,
  type Endpoint,
  examplesOf,
  isStream,
  type OpenApi,
  resolve,
  type Schema,
  schemaOf,
  secretOf,
} from '../../renderer/reference/openapi.ts'
import { curlOf, filledWithExamples, prepare } from '../../renderer/reference/request.ts'
import { fieldTable, rowsTable } from './field-table.ts'
import { code, fence, json, link, table } from './markdown.ts'

const WHO = { key: 'API key', token: 'Visitor’s token', none: 'No key' } as const

/** One endpoint: what it does, takes, answers and refuses, with an example. */
export function endpointMarkdown(
  endpoint: Endpoint,
  document: OpenApi,
  calls: NonNullable<Telling['calls']>,
): string[] {
  const { operationId, method, path, summary, description, parameters = [], requestBody } = endpoint
  const { kind, isOptional } = secretOf(endpoint)
  const asked = { document, calls }
  const answers = answersOf(endpoint, document)
  const isGood = ({ status }: Answer) => status.startsWith('2')
  return [
    `<a id="${operationId}"></a>\n### ${summary}`,
    `${code(`${method.toUpperCase()} ${path}`)} · ${isOptional ? 'Key optional' : WHO[kind]}`,
    ...(description ? [description] : []),
    ...(parameters.length > 0
      ? [
          '**Parameters**',
          rowsTable(
            parameters.map((one) => parameterField(one, asked)),
            asked,
          ),
        ]
      : []),
    ...(requestBody ? bodyMarkdown(requestBody, asked) : []),
    ...answers
      .filter(isGood)
      .flatMap((answer) => answerMarkdown(answer, { ...asked, isReply: true })),
    ...refusalsMarkdown(answers.filter((answer) => !isGood(answer))),
    '**Example**',
    fence(curlOf(endpoint, prepare(endpoint, filledWithExamples(endpoint)), document), 'sh'),
    ...answers.filter(isGood).flatMap(exampleMarkdown),
  ]
}

function bodyMarkdown(body: NonNullable<Endpoint['requestBody']>, asked: Telling): string[] {
  const schema = schemaOf(body)
  const others = Object.keys(body.content ?? {}).slice(1)
  const note = others.length > 0 ? ` (or ${others.map(code).join(', ')}, as described above)` : ''
  return schema ? [`**Body**${note}`, fieldTable(schema, asked)] : []
}

function answerMarkdown({ status, description, response }: Answer, telling: Telling): string[] {
  const schema = schemaOf(response)
  const title = `**Answers ${status}**`
  if (isStream(response) || !schema) return [`${title}: ${description}`]
  const page = pageItemOf(schema)
  if (page) return [`${title}: ${link('a page', 'lists')} of ${typeOf(page, telling)}`]
  const type = typeOf(schema, telling)
  const known = resolve(schema, telling.document)
  return known.properties && !type.startsWith('[')
    ? [title, fieldTable(schema, telling)]
    : [`${title}: ${type}`]
}

/** What a page of a list has on it. */
function pageItemOf({ properties = {} }: Schema): Schema | undefined {
  return 'links' in properties && 'last_page' in properties ? properties['data']?.items : undefined
}

function refusalsMarkdown(answers: readonly Answer[]): string[] {
  const own = answers.filter(({ isCommon }) => !isCommon)
  const common = answers.filter(({ isCommon }) => isCommon).map(({ status }) => status)
  const rows = own.map(({ status, description, response }) => [
    status,
    examplesOf(response)
      .map(({ summary }) => summary || description)
      .join('<br>'),
  ])
  return [
    `**Refuses**${common.length > 0 ? `, beside ${link(common.join(', '), 'errors')} as everywhere` : ''}`,
    ...(rows.length > 0 ? [table(['Status', 'Says'], rows)] : []),
  ]
}

function exampleMarkdown({ response }: Answer): string[] {
  if (isStream(response)) return []
  return examplesOf(response).map(({ value }) => json(value))
}
