import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import {
  listLanguages,
  listModels,
  listSynthesizerProviders,
  listTranscriberProviders,
  listVoices,
} from '#contracts/lookups.ts'
import { startServer } from '../support/server.ts'

test('lookups are bare arrays, ids ascending, and there are voices for every mode', async () => {
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

test('the Built-in model is the first, and only multimodal models have a code', async () => {
  const { call } = await startServer()
  const [first] = await call(listModels)
  expect(first).toEqual({ id: 1, name: expect.stringContaining('Built-in') })
  const [multimodal] = await call(listModels, { query: { type: 'dualplex' } })
  expect(multimodal!.code).toEqual(expect.any(String))
})

test('an unknown language gives an empty list, and no language is 422', async () => {
  const { call, fetch } = await startServer()
  expect(await call(listVoices, { query: { language_id: 9999 } })).toEqual([])
  for (const query of ['language_id=x', 'mode=x', 'language_id=1.5']) {
    expect((await fetch(`/api/user/assistants/voices?${query}`)).status).toBe(422)
  }
  expect((await fetch('/api/user/assistants/models?type=x')).status).toBe(422)
})

test('the OpenAPI document describes every endpoint with schemas that are valid', async () => {
  const { url } = await startServer()
  const document = await (await fetch(`${url}/api/openapi.json`)).json()
  expect(document.openapi).toBe('3.1.0')
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const { name, endpoint } of allEndpoints) {
    const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method]
    expect(operation?.operationId).toBe(name)
    const schemas = [
      operation.requestBody?.content['application/json'].schema,
      operation.responses[endpoint.status].content['application/json']?.schema,
      ...operation.parameters.map(({ schema }: { schema: object }) => schema),
    ]
    for (const schema of schemas.filter(Boolean)) expect(ajv.validateSchema(schema)).toBe(true)
  }
})

test('every endpoint of the contracts is served: none answers an unknown path', async () => {
  const { fetch } = await startServer()
  for (const { endpoint } of allEndpoints) {
    const path = endpoint.path.replace(/:\w+/g, '1')
    const response = await fetch(`/api${path}`, { method: endpoint.method.toUpperCase() })
    const isUnknown =
      response.status === 404 && (await response.clone().text()) === '{"message":"Not found."}'
    expect([path, response.status, isUnknown]).not.toEqual([path, 404, true])
    expect([path, response.status]).not.toEqual([path, 405])
    await response.body?.cancel()
  }
})

test('every endpoint that needs somebody says 401 to nobody', async () => {
  const { url } = await startServer()
  for (const { endpoint } of allEndpoints.filter(
    ({ endpoint: { plane } }) => !['public', 'site'].includes(plane),
  )) {
    const path = endpoint.path.replace(/:\w+/g, '1')
    const response = await fetch(`${url}/api${path}`, { method: endpoint.method.toUpperCase() })
    expect([path, response.status, await response.text()]).toEqual([
      path,
      401,
      '{"message":"Unauthenticated."}',
    ])
  }
})

test('health says that it serves, and which version', async () => {
  const { url } = await startServer()
  const response = await fetch(`${url}/health`)
  expect(await response.json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    degraded: [],
  })
})
