import { expect, test } from 'vitest'
import { curlOf } from '../../renderer/reference/curl.ts'
import { fieldsOf, rulesOf, typeOf } from '../../renderer/reference/fields.ts'
import { createReferenceModel } from '../../renderer/reference/model.ts'
import { groupsOf } from '../../renderer/reference/openapi.ts'
import { openApiDocument } from '../../server/features/reference/openapi.ts'

// The real description: what the server says is what the page must be able to show.
const document = JSON.parse(
  JSON.stringify(openApiDocument({ origin: 'http://127.0.0.1:4317', version: '1.2.3' })),
)
const endpoints = groupsOf(document).flatMap(({ endpoints: all }) => all)
const find = (id: string) => endpoints.find(({ operationId }) => operationId === id)!

test('every endpoint stands in a group, once', () => {
  const ids = endpoints.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('createAssistant')
})

test('an example call carries the key, the required fields and nothing else', () => {
  const curl = curlOf(find('createApiKey'), document)
  expect(curl).toContain("-X POST 'http://127.0.0.1:4317/api/user/api-keys'")
  expect(curl).toContain('Authorization: Bearer YOUR_API_KEY')
  expect(curl).toContain('"name"')
  expect(curlOf(find('startConversation'), document)).not.toContain('Authorization')
})

test('every endpoint can be shown', () => {
  for (const endpoint of endpoints) expect(curlOf(endpoint, document)).toMatch(/^curl /)
})

test('fields say their type, bounds and default', () => {
  const schema = {
    type: 'object',
    required: ['name', 'volume'],
    properties: {
      name: { type: 'string', maxLength: 255 },
      volume: { type: 'integer', minimum: 0, maximum: 100, default: 80 },
      url: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
      tags: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
    },
  }
  expect(fieldsOf(schema, document)).toMatchObject([
    { name: 'name', type: 'string', isRequired: true, rules: ['at most 255 characters'] },
    { name: 'volume', type: 'integer', isRequired: false, rules: ['0 to 100', 'default 80'] },
    { name: 'url', type: 'string or null', rules: ['uri'] },
    { name: 'tags', type: 'array of object', fields: [{ name: 'id', type: 'integer' }] },
  ])
  expect(rulesOf({ enum: ['a', 'b'] })).toEqual(['one of "a", "b"'])
  expect(typeOf({ $ref: '#/components/schemas/Error' }, document)).toBe('object')
})

test('the search finds endpoints by path, words and field names', async () => {
  const model = createReferenceModel(async () => Response.json(document))
  await model.load()
  const found = () =>
    model.found.value.flatMap((group) => group.endpoints.map(({ operationId }) => operationId))
  model.search.value = 'initial_message'
  expect(found()).toEqual(['createAssistant'])
  model.search.value = 'POST disable-ai'
  expect(found()).toEqual(['disableAi'])
  model.search.value = 'no such thing'
  expect(found()).toEqual([])
})
