import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { type AnyEndpoint, spellingsOf } from '#contracts/endpoint.ts'
import {
  listLanguages,
  listModels,
  listSynthesizerProviders,
  listTranscriberProviders,
  listVoices,
} from '#contracts/lookups.ts'
import { openApiDocument } from '../../../server/features/web/reference/openapi.ts'
import { openApiChecker } from '../../support/openapi.ts'
import { everyNth, isWhole } from '../../support/sample.ts'
import { startServer } from '../../support/server.ts'

test('lookups are bare arrays, ordered by id, and there are voices for every mode', async () => {
  const { call } = await startServer()
  const lists = [
    await call(listLanguages),
    await call(listVoices),
    await call(listModels),
    await call(listSynthesizerProviders),
    await call(listTranscriberProviders),
  ]
  for (const list of lists) {
    expect(list.length).toBeGreaterThan(0)
    const ids = (list as { id: number }[]).map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
  }
  for (const mode of ['pipeline', 'multimodal', 'dualplex'] as const) {
    expect((await call(listVoices, { query: { mode } })).length).toBeGreaterThan(0)
  }
})

test('the Built-in model comes first, and only multimodal models have a code', async () => {
  const { call } = await startServer()
  const [first] = await call(listModels)
  expect(first).toEqual({ id: 1, name: expect.stringContaining('Built-in') })
  const [multimodal] = await call(listModels, { query: { type: 'dualplex' } })
  expect(multimodal!.code).toEqual(expect.any(String))
})

test('an unknown language gives an empty list, and an invalid one is 422', async () => {
  const { call, fetch } = await startServer()
  expect(await call(listVoices, { query: { language_id: 9999 } })).toEqual([])
  for (const query of ['language_id=x', 'mode=x', 'language_id=1.5']) {
    expect((await fetch(`/api/user/assistants/voices?${query}`)).status).toBe(422)
  }
  expect((await fetch('/api/user/assistants/models?type=x')).status).toBe(422)
})

/** Every endpoint, in the form that the tests below use. */
const ENDPOINTS = allEndpoints.map(({ name, endpoint }) => ({
  name,
  endpoint,
  method: endpoint.method.toUpperCase(),
}))

/** The document as it is sent over the wire. */
const documentOf = async (origin: string) =>
  JSON.parse(JSON.stringify(await openApiDocument({ origin, version: '1.0.0' })))

const UUID = '0199c0de-0000-7000-8000-00000000dead'

/** An endpoint's path for something that does not exist. */
const pathOf = ({ path }: Pick<AnyEndpoint, 'path'>) =>
  `/api${path.replace(':uuid', UUID).replace(/:\w+(\(\\d\+\))?/g, '999999')}`

/** The same with invalid path segments and parameters. */
const badPathOf = ({ path, query }: AnyEndpoint) => {
  const names = Object.keys(query?.shape ?? {})
  const twice = names.flatMap((name) => [`${name}=nonsense`, `${name}=twice`])
  return `/api${path.replace(/:\w+/g, 'x')}?${twice.join('&')}`
}

const JSON_BODY = { 'content-type': 'application/json' }

test('the OpenAPI document is served, with the server’s address', async () => {
  const { url } = await startServer()
  const document = await (await fetch(`${url}/api/openapi.json`)).json()
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: `${url}/api` }] })
})

test('the example of a new assistant creates one, with the documented defaults', async () => {
  const { url, context, fetch } = await startServer()
  const { paths } = await documentOf(url)
  const { example, schema } = paths['/user/assistant'].post.requestBody.content['application/json']
  const response = await fetch('/api/user/assistant', {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify(example),
  })
  const { data } = await response.json()
  expect([response.status, data]).toMatchObject([201, { status: 'inactive', name: example.name }])

  const row = context.db.prepare('SELECT * FROM assistants WHERE id = ?').get(data.id)
  const fields: [string, { default?: unknown }][] = Object.entries(schema.properties)
  const documented = fields.filter(([, field]) => field.default !== undefined)
  expect(documented.length).toBeGreaterThan(25)
  for (const [name, { default: value }] of documented) {
    const column = typeof value === 'object' ? JSON.stringify(value) : value
    const expected = typeof column === 'boolean' ? Number(column) : column
    expect([name, Reflect.get(row as object, name)]).toEqual([name, expected])
  }
})

test('every endpoint of the contracts is served: none is answered as an unknown path', async () => {
  const { fetch } = await startServer()
  for (const { name, endpoint, method } of ENDPOINTS) {
    const response = await fetch(pathOf(endpoint), { method })
    const isUnknown =
      response.status === 404 && (await response.clone().text()) === '{"message":"Not found."}'
    expect([name, response.status, isUnknown]).not.toEqual([name, 404, true])
    expect([name, response.status]).not.toEqual([name, 405])
    await response.body?.cancel()
  }
})

test('every endpoint that requires authentication answers 401 without it, whatever it accepts', async () => {
  const { url } = await startServer()
  for (const { name, endpoint, method } of everyNth(20, ENDPOINTS)) {
    if (['public', 'site'].includes(endpoint.plane)) continue
    const response = await fetch(url + pathOf(endpoint), {
      method,
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect([name, response.status, await response.text()]).toEqual([
      name,
      401,
      '{"message":"Unauthenticated."}',
    ])
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  }
})

test('every path answers 405 to an unsupported method, with the allowed ones', async () => {
  const { fetch } = await startServer()
  const spellings = ENDPOINTS.flatMap(({ endpoint }) => spellingsOf(endpoint))
  for (const [path, ways] of everyNth(18, [...Map.groupBy(spellings, ({ path }) => path)])) {
    const has = ways.map(({ method }) => method)
    const missing = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !has.includes(name))
    for (const method of missing) {
      const response = await fetch(pathOf({ path }), { method })
      expect([path, method, response.status, await response.json()]).toEqual([
        path,
        method,
        405,
        { message: 'Method not allowed.' },
      ])
      const allowed = response.headers.get('allow')!.split(', ')
      expect([path, allowed.sort()]).toEqual([
        path,
        [...has, ...(has.includes('GET') ? ['HEAD'] : [])].sort(),
      ])
    }
  }
})

/** Requests sent to every endpoint, in addition to its own example. */
const REQUESTS: readonly RequestInit[] = [
  {},
  { headers: JSON_BODY },
  { headers: JSON_BODY, body: '{}' },
  { headers: JSON_BODY, body: '{"' },
  { headers: JSON_BODY, body: `${'['.repeat(40)}${']'.repeat(40)}` },
  { headers: JSON_BODY, body: JSON.stringify({ name: 'x'.repeat(1_100_000) }) },
  { headers: { 'content-type': 'text/plain' }, body: 'name=Ada' },
  { headers: { authorization: 'Bearer 1|wrong' } },
  { headers: { origin: 'https://www.example.com' } },
]

test('every response is JSON, never 204, and documented in the reference with its status and shape', async () => {
  const { url, fetch } = await startServer()
  const document = await documentOf(url)
  const { operationOf, check, resolve } = openApiChecker(document)
  for (const [place, { name, endpoint, method }] of ENDPOINTS.entries()) {
    const { requestBody, responses } = operationOf(endpoint)
    const example = requestBody?.content['application/json']?.example
    const own: RequestInit[] = example
      ? [{ headers: JSON_BODY, body: JSON.stringify(example) }]
      : []
    const brokenPath = `/api${endpoint.path.replace(/:\w+/g, '%zz')}`
    const requests: [string, RequestInit][] = [
      [badPathOf(endpoint), {}],
      [brokenPath, {}],
      ...[...REQUESTS, ...own].map((init): [string, RequestInit] => [pathOf(endpoint), init]),
    ]
    // A sample sends each request to every 24th endpoint, and each endpoint gets every 24th request.
    const tried = requests.filter((_, index) => isWhole || (place + index) % 24 === 0)
    for (const [target, init] of tried) {
      const bare = method === 'GET' ? { ...init, body: null } : init
      const response = await fetch(target, { ...bare, method })
      if (response.ok && endpoint.stream) {
        await response.body?.cancel()
        continue
      }
      const about = [name, response.status, String(init.body ?? '').slice(0, 60)]
      expect([...about, response.headers.get('content-type')]).toEqual([
        ...about,
        'application/json; charset=utf-8',
      ])
      const body = await response.json()
      const known = responses[response.status]
      expect([...about, body, known !== undefined]).toEqual([...about, body, true])
      const { schema } = resolve(known!).content['application/json']!
      expect([...about, body, check(schema, body)]).toEqual([...about, body, []])
    }
  }
}, 60_000)

test('health reports that it serves, and its version', async () => {
  const { url } = await startServer()
  const response = await fetch(`${url}/health`)
  expect(await response.json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    degraded: [],
  })
})
