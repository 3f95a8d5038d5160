import { expect, test } from 'vitest'
import { createTool, deleteTool, getTool, listTools, updateTool } from '#contracts/tools.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'

const weather = {
  name: 'get_weather',
  description: 'The weather in a city',
  endpoint: 'https://example.com/weather',
  method: 'GET',
} as const

const json = { 'content-type': 'application/json' }

test('a tool is created with defaults, and returned alone and in the list', async () => {
  const { call } = await startServer()
  const { message, data } = await call(createTool, { body: weather })
  expect(message).toBe('Tool created successfully')
  expect(data).toMatchObject({ ...weather, timeout: 10, headers: [], schema: [] })
  expect(await call(getTool, { params: { id: data.id } })).toEqual(data)
  expect(await call(listTools)).toEqual([data])
})

test('headers and arguments are returned as sent, secrets included', async () => {
  const { call } = await startServer()
  const headers = [
    { name: 'Authorization', value: 'Bearer s3cr3t' },
    { name: 'X-Note', value: '' },
  ]
  const schema = [
    { name: 'city', type: 'string', description: 'Name of the city' },
    { name: 'days', type: 'number', description: 'How far ahead' },
    { name: 'metric', type: 'boolean', description: 'Celsius or not' },
  ] as const
  const body = { ...weather, method: 'POST' as const, timeout: 30, headers, schema: [...schema] }
  const { data } = await call(createTool, { body })
  expect(data).toMatchObject(body)
  expect(await call(listTools)).toEqual([data])
})

test('updating some fields keeps the others, and null restores a default', async () => {
  const { call } = await startServer()
  const headers = [{ name: 'X-Key', value: '1' }]
  const { data } = await call(createTool, { body: { ...weather, timeout: 20, headers } })
  const params = { id: data.id }
  const renamed = await call(updateTool, { params, body: { name: 'forecast' } })
  expect(renamed).toEqual({
    message: 'Tool updated successfully',
    data: { ...data, name: 'forecast' },
  })
  const cleared = await call(updateTool, { params, body: { timeout: null, headers: null } })
  expect(cleared.data).toEqual({ ...data, name: 'forecast', timeout: 10, headers: [] })
  expect(await call(getTool, { params })).toEqual(cleared.data)
  expect((await call(updateTool, { params, body: {} })).data).toEqual(cleared.data)
})

test('each field is validated on create and on update', async () => {
  const { call, fetch } = await startServer()
  const { data } = await call(createTool, { body: weather })
  const cases: [field: string, value: unknown, sentence: string][] = [
    ['name', undefined, 'The name field is required.'],
    ['name', '  ', 'The name field is required.'],
    ['name', 7, 'The name must be a string.'],
    ['name', 'a'.repeat(65), 'The name must not be greater than 64 characters.'],
    ...['Get', '_get', 'get-weather', 'get2', 'é', 'get weather', 'a\n'].map(
      (name): [string, string, string] => [
        'name',
        name,
        'The name may only contain lowercase letters and underscores, and begins with a letter.',
      ],
    ),
    ['description', '', 'The description field is required.'],
    ['description', 'x'.repeat(1001), 'The description must not be greater than 1000 characters.'],
    ['endpoint', 'ftp://example.com/', 'The endpoint must be a valid URL.'],
    ['endpoint', 'javascript:alert(1)', 'The endpoint must be a valid URL.'],
    ['endpoint', 'https://user:secret@example.com/', 'The endpoint must be a valid URL.'],
    ['endpoint', '/relative', 'The endpoint must be a valid URL.'],
    ['method', 'get', 'The selected method is invalid.'],
    ['method', 'TRACE', 'The selected method is invalid.'],
    ['timeout', 0, 'The timeout must be between 1 and 30.'],
    ['timeout', 31, 'The timeout must be between 1 and 30.'],
    ['timeout', 1.5, 'The timeout must be an integer.'],
    ['timeout', '10', 'The timeout must be an integer.'],
    ['headers', {}, 'The headers must be an array.'],
    [
      'headers',
      Array.from({ length: 21 }, () => ({ name: 'X', value: '1' })),
      'The headers must not have more than 20 items.',
    ],
    ['schema', 'x', 'The schema must be an array.'],
    [
      'schema',
      Array.from({ length: 51 }, (_, index) => argument({ name: `a${index}` })),
      'The schema must not have more than 50 items.',
    ],
  ]
  for (const [field, value, sentence] of cases) {
    const send = async (path: string, method: string) => {
      const body = JSON.stringify({ ...weather, [field]: value })
      const response = await fetch(`/api/user/tools${path}`, { method, headers: json, body })
      return [field, value, response.status, await response.json()]
    }
    const errors = { [field]: [sentence] }
    const faulty = [field, value, 422, { message: 'The given data was invalid.', errors }]
    expect(await send('', 'POST')).toEqual(faulty)
    if (value !== undefined) expect(await send(`/${data.id}`, 'PUT')).toEqual(faulty)
  }
  expect(await call(listTools)).toEqual([data])
})

test('a header that could not be sent is rejected by its index and part', async () => {
  const { fetch } = await startServer()
  const cases: [name: unknown, value: unknown, part: string][] = [
    ['', 'x', 'name'],
    ['X Key', 'x', 'name'],
    ['X-Key:', 'x', 'name'],
    ['X-Key\r\nEvil: 1', 'x', 'name'],
    ['Ключ', 'x', 'name'],
    ['Host', 'example.com', 'name'],
    ['content-LENGTH', '5', 'name'],
    ['Transfer-Encoding', 'chunked', 'name'],
    ['Proxy-Authorization', 'x', 'name'],
    ['X-Key', 'a\r\nEvil: 1', 'value'],
    ['X-Key', 'a\nb', 'value'],
    ['X-Key', 'a\0b', 'value'],
    ['X-Key', 'snow ☃', 'value'],
    ['X-Key', 'x'.repeat(4097), 'value'],
    ['X-Key', undefined, 'value'],
    ['X-Key', 5, 'value'],
  ]
  for (const [name, value, part] of cases) {
    const headers = [
      { name: 'X-Good', value: 'ok' },
      { name, value },
    ]
    const body = JSON.stringify({ ...weather, headers })
    const response = await fetch('/api/user/tools', { method: 'POST', headers: json, body })
    const { errors } = await response.json()
    expect([name, value, response.status, Object.keys(errors)]).toEqual([
      name,
      value,
      422,
      [`headers.1.${part}`],
    ])
  }
})

test('an argument is rejected by its index and part', async () => {
  const { fetch } = await startServer()
  const cases: [fields: object, faults: string[]][] = [
    [{ name: '' }, ['schema.1.name']],
    [{ name: 'a b' }, ['schema.1.name']],
    [{ name: 'x'.repeat(65) }, ['schema.1.name']],
    [{ name: 'first' }, ['schema.1.name']],
    [{ type: 'object' }, ['schema.1.type']],
    [{ description: ' ' }, ['schema.1.description']],
    [{ type: undefined, description: undefined }, ['schema.1.type', 'schema.1.description']],
  ]
  for (const [fields, faults] of cases) {
    const schema = [argument({ name: 'first' }), { ...argument({ name: 'second' }), ...fields }]
    const body = JSON.stringify({ ...weather, schema })
    const response = await fetch('/api/user/tools', { method: 'POST', headers: json, body })
    const { errors } = await response.json()
    expect([fields, response.status, Object.keys(errors)]).toEqual([fields, 422, faults])
  }
})

test('null does not clear a required field', async () => {
  const { call, fetch } = await startServer()
  const { data } = await call(createTool, { body: weather })
  const fields = ['name', 'description', 'endpoint', 'method']
  const response = await fetch(`/api/user/tools/${data.id}`, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify(Object.fromEntries(fields.map((field) => [field, null]))),
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({
    message: 'The given data was invalid.',
    errors: Object.fromEntries(fields.map((field) => [field, [`The ${field} field is required.`]])),
  })
})

test('a deleted tool is gone, and removed from its assistants', async () => {
  const server = await startServer()
  const { call, context } = server
  const { data } = await call(createTool, { body: weather })
  const kept = (await call(createTool, { body: { ...weather, name: 'other' } })).data
  await createdAssistant(server, { tool_ids: [data.id, kept.id] })
  expect(await call(deleteTool, { params: { id: data.id } })).toEqual({
    message: 'Tool deleted successfully',
  })
  const attached = context.db.prepare('SELECT tool_id FROM assistant_tools').pluck().all()
  expect(attached).toEqual([kept.id])
  await expect(call(getTool, { params: { id: data.id } })).rejects.toMatchObject({
    status: 404,
    body: { message: 'Tool not found' },
  })
})

test('a foreign tool is byte for byte a missing one, on every endpoint', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const { data } = await other.call(createTool, { body: weather })
  const answer = async (method: string, id: number) => {
    const response = await server.fetch(`/api/user/tools/${id}`, {
      method,
      ...(method === 'PUT' && { headers: json, body: '{"name":"stolen"}' }),
    })
    return [response.status, await response.text()]
  }
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const foreign = await answer(method, data.id)
    expect(foreign).toEqual([404, '{"message":"Tool not found"}'])
    expect(await answer(method, 999_999)).toEqual(foreign)
  }
  expect(await server.call(listTools)).toEqual([])
  expect(await other.call(listTools)).toEqual([data])
})

test('fields a client may not set are ignored', async () => {
  const { call, fetch } = await startServer()
  const response = await fetch('/api/user/tools', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...weather, id: 77, user_id: 99, created_at: 'never' }),
  })
  const { data } = await response.json()
  expect(data.id).not.toBe(77)
  expect(await call(listTools)).toEqual([data])
})

function argument(fields: { name: string }) {
  return { type: 'string', description: 'What it is', ...fields } as const
}
