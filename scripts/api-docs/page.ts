import { groupsOf, type OpenApi, resolve } from '../../renderer/reference/openapi.ts'
import { openApiDocument } from '../../server/features/web/reference/openapi.ts'
import { endpointMarkdown } from './endpoint.ts'
import { fieldTable } from './field-table.ts'
import { blockMarkdown, link } from './markdown.ts'
import { typesOf } from './types.ts'

/** The whole of docs/API.md, made from the contracts. */
export function apiDocs(): string {
  // The address that a Parley has when nothing else is said.
  const made = openApiDocument({ origin: 'http://127.0.0.1:4317', version: '' })
  // What the page reads of a document is JSON, as it goes over the wire.
  const document: OpenApi = JSON.parse(JSON.stringify(made))
  const types = typesOf(document)
  const groups = groupsOf(document)
  const guide = document['x-guide'] ?? []
  const parts = [
    '# API',
    '<!-- Made by `npm run docs` from the contracts in server/contracts. Do not edit. -->',
    `The base address is \`${document.servers[0]!.url}\` unless Parley was told another one. The same description is at \`/api/docs\`, where every call can be tried, and for tools at \`/api/openapi.json\` (OpenAPI 3.1).`,
    [
      ...guide.map(({ id, title }) => `- ${link(title, id)}`),
      ...groups.map(
        ({ name, endpoints }) =>
          `- ${name}: ${endpoints.map(({ operationId, summary }) => link(shortened(summary), operationId)).join(' · ')}`,
      ),
      `- ${link('Types', 'types')}`,
    ].join('\n'),
    ...guide.flatMap(({ id, title, blocks }) => [
      `<a id="${id}"></a>\n## ${title}`,
      ...blocks.map(blockMarkdown),
    ]),
    ...groups.flatMap(({ name, endpoints }) => [
      `## ${name}`,
      ...endpoints.flatMap((endpoint) => endpointMarkdown(endpoint, document, types.calls)),
    ]),
    '<a id="types"></a>\n## Types',
    ...types.names.flatMap((name) => typeMarkdown(name, document, types.calls)),
  ]
  return `${parts.join('\n\n')}\n`
}

function typeMarkdown(
  name: string,
  document: OpenApi,
  calls: (name: string) => string | undefined,
): string[] {
  const schema = { $ref: `#/components/schemas/${name}` }
  const { description } = resolve(schema, document)
  return [
    `<a id="type-${name}"></a>\n### ${name}`,
    ...(description ? [description] : []),
    fieldTable(resolve(schema, document), { document, calls, isReply: !name.endsWith('Input') }),
  ]
}

/** What a summary says before it goes into detail. */
const shortened = (summary: string) => summary.split(/[:;(]/)[0]!.trim()
