import { expect, test } from 'vitest'
import { fieldsOf, rulesOf, typeOf } from '../../renderer/reference/fields.ts'
import { createReferenceModel } from '../../renderer/reference/model.ts'
import { answersOf, groupsOf } from '../../renderer/reference/openapi.ts'
import { curlOf, filledWithExamples, prepare } from '../../renderer/reference/request.ts'
import { description as document, findEndpoint as find } from './reference-support.ts'

const endpoints = groupsOf(document).flatMap(({ endpoints: all }) => all)
const exampleOf = (id: string) =>
  curlOf(find(id), prepare(find(id), filledWithExamples(find(id))), document)

test('every endpoint is in exactly one group', () => {
  const ids = endpoints.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('createAssistant')
})

test('an example call contains the key, the required fields and nothing else', () => {
  expect(exampleOf('createApiKey')).toBe(
    `curl -X POST 'http://127.0.0.1:4317/api/user/api-keys' \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  --data-binary '{
  "name": "Front desk"
}'`,
  )
  expect(exampleOf('startConversation')).not.toContain('Authorization')
  expect(exampleOf('sendVisitorMessage')).toContain('Bearer $TOKEN')
  expect(exampleOf('followAccount')).toContain('curl -N ')
})

test('every endpoint renders with its path filled in', () => {
  for (const endpoint of endpoints) {
    const { target } = prepare(endpoint, filledWithExamples(endpoint))
    expect(target).toMatch(/^\/[\w/.@-]+(\?[\w=%&-]+)?$/)
    expect(fieldsOf(endpoint.requestBody ? { type: 'object' } : {}, { document })).toEqual([])
  }
})

test('text in a snippet stays text for the shell', () => {
  const call = {
    method: 'POST',
    target: '/x',
    headers: [],
    content: { type: 'a', text: "it's $HOME" },
  }
  expect(curlOf(find('createApiKey'), call, document)).toContain(`--data-binary 'it'\\''s $HOME'`)
})

test('a file is sent as a form, and the browser sets the content type', () => {
  const upload = find('createDocument')
  const content = {
    type: 'multipart/form-data',
    field: 'file',
    file: new File(['x'], 'a.pdf'),
  } as const
  const call = prepare(upload, { parameters: { 'path.id': '7' }, content })
  expect(call.headers).toEqual([])
  expect(curlOf(upload, call, document)).toContain(`-F 'file=@a.pdf'`)
})

test('fields show their type, bounds and default', () => {
  const schema = {
    type: 'object',
    required: ['name', 'volume'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 255 },
      volume: { type: 'integer', minimum: 0, maximum: 100, default: 80 },
      url: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
      tags: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
      voice: { anyOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] },
    },
  }
  expect(fieldsOf(schema, { document })).toMatchObject([
    { name: 'name', type: 'string', isRequired: true, rules: ['at most 255 characters'] },
    { name: 'volume', type: 'integer', isRequired: false, rules: ['0 to 100'], fallback: '80' },
    { name: 'url', type: 'string', rules: ['uri'] },
    { name: 'tags', type: 'array of object', fields: [{ name: 'id', type: 'integer' }] },
    { name: 'voice', type: 'id', isRequired: false },
  ])
  expect(fieldsOf(schema, { document, isReply: true })).toMatchObject([
    {},
    {},
    { type: 'string or null' },
    {},
    { type: 'id or null' },
  ])
  expect(rulesOf({ enum: ['a', 'b'] })).toEqual(['one of "a", "b"'])
  expect(rulesOf({ type: 'string', minLength: 1 })).toEqual(['not empty'])
  expect(typeOf({ $ref: '#/components/schemas/Error' }, { document })).toBe('object')
})

test('each kind of built-in tool has its own fields', () => {
  const kinds = fieldsOf({ $ref: '#/components/schemas/BuiltInTool' }, { document })
  expect(kinds.map(({ name }) => name)).toEqual([
    'type: call_transfer',
    'type: warm_call_transfer',
    'type: end_call',
    'type: dtmf_input',
    'type: collect_keypad',
    'type: calendar_integration',
    'type: assistant_transfer',
    'type: text_message',
  ])
  expect(kinds[0]!.fields.map(({ name }) => name)).toContain('phone_number')
})

test('an endpoint’s own errors are separate from the common ones', () => {
  const answers = answersOf(find('makeCall'), document)
  const own = answers.filter(({ status, isCommon }) => !isCommon && !status.startsWith('2'))
  expect(own.map(({ status }) => status)).toEqual(['400', '404', '422'])
  expect(answers.find(({ status }) => status === '429')).toMatchObject({
    isCommon: true,
    description: 'Too many requests.',
  })
})

test('search finds endpoints by path, words and field names, and the general sections by their words', async () => {
  const model = createReferenceModel(async () => Response.json(document))
  await model.load()
  const found = () =>
    model.found.value.flatMap((group) => group.endpoints.map(({ operationId }) => operationId))
  model.search.value = 'allowed_origins'
  expect(found()).toEqual(['updateEmbedding'])
  model.search.value = 'POST disable-ai'
  expect(found()).toEqual(['disableAi'])
  model.search.value = 'compare_digest'
  expect(found()).toEqual([])
  expect(model.foundSections.value.map(({ id }) => id)).toEqual(['signatures'])
  model.search.value = 'xyzzy'
  expect([found(), model.foundSections.value]).toEqual([[], []])
})

test('a link to an endpoint hidden by the search clears the search', async () => {
  const model = createReferenceModel(async () => Response.json(document))
  await model.load()
  model.search.value = 'disable-ai'
  model.open('disableAi')
  expect(model.search.value).toBe('disable-ai')
  model.open('createAssistant')
  expect([model.search.value, model.place.value]).toEqual(['', 'createAssistant'])
})

test('a description that fails to load says why', async () => {
  const model = createReferenceModel(async () => new Response('', { status: 503 }))
  await model.load()
  expect(model.error.value).toContain('503')
})
