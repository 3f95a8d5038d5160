import { expect, test } from 'vitest'
import type { Tool } from '#contracts/tools.ts'
import { newArgument, newHeader } from '../../renderer/screens/tools/draft.ts'
import { createToolsModel } from '../../renderer/screens/tools/list-model.ts'
import { createToolModel } from '../../renderer/screens/tools/tool-model.ts'
import { createTryModel } from '../../renderer/screens/tools/try-model.ts'
import { fakeServer, invalid } from './support.ts'

const TOOL: Tool = {
  id: 1,
  name: 'stock',
  description: 'How many are left.',
  endpoint: 'https://shop.example.com/stock',
  method: 'POST',
  timeout: 10,
  headers: [{ name: 'Authorization', value: 'Bearer s3cret' }],
  schema: [
    { name: 'item', type: 'string', description: 'Its name.' },
    { name: 'days', type: 'number', description: 'How far ahead.' },
    { name: 'urgent', type: 'boolean', description: 'Whether it is.' },
  ],
  asks_first: false,
  created_at: '2026-01-01 12:00:00',
}

const OUTCOME = {
  status: 'done',
  result: '{}',
  detail: null,
  request: null,
  http_status: 200,
  duration_ms: 3,
}

/** An open tool. */
async function opened() {
  const server = fakeServer()
  server.on('GET /user/tools/1', TOOL)
  server.on('GET /user/tools/assistants', {
    data: [
      { tool_id: 1, assistant_id: 1, name: 'Ada' },
      { tool_id: 1, assistant_id: 2, name: 'Bob' },
      { tool_id: 2, assistant_id: 2, name: 'Bob' },
    ],
  })
  server.on('PUT /user/tools/1', ({ body }: { body: unknown }) => ({
    message: 'ok',
    data: { ...TOOL, ...(body as object) },
  }))
  const model = createToolModel(server.api, 1)
  await model.load()
  return { server, model, draft: () => model.draft.value! }
}

test('tools show who uses them, and deleting one that is already gone succeeds', async () => {
  const { server } = await opened()
  server.on('GET /user/tools', [TOOL])
  const model = createToolsModel(server.api)
  await model.load()
  expect(model.users.value.get(1)).toEqual(['Ada', 'Bob'])
  server.on('DELETE /user/tools/1', () => Response.json({ message: 'no' }, { status: 404 }))
  await model.remove(1)
  expect(model.tools.value).toEqual([])
})

test('a header’s value is not shown, is kept when left blank, and is replaced otherwise', async () => {
  const { server, model, draft } = await opened()
  expect(model.users.value).toEqual(['Ada', 'Bob'])
  expect(draft().headers).toMatchObject([{ name: 'Authorization', value: '' }])
  expect(model.isDirty.value).toBe(false)
  model.edit({ description: 'New words.' })
  expect(model.isDirty.value).toBe(true)
  await model.save()
  expect(server.bodies('PUT /user/tools/1').at(-1)).toMatchObject({
    description: 'New words.',
    headers: [{ name: 'Authorization', value: 'Bearer s3cret' }],
  })
  expect(model.isDirty.value).toBe(false)
  model.edit({ headers: draft().headers.map((row) => ({ ...row, value: 'Bearer other' })) })
  await model.save()
  expect(server.bodies('PUT /user/tools/1').at(-1)).toMatchObject({
    headers: [{ value: 'Bearer other' }],
  })
  expect(draft().headers).toMatchObject([{ value: '' }])
})

test('an error stays beside its field until the field changes, and input is kept', async () => {
  const { server, model, draft } = await opened()
  server.on('PUT /user/tools/1', () =>
    invalid({ name: ['The name field is required.'], 'headers.1.name': ['Wrong.'] }),
  )
  model.edit({ name: ' ', headers: [...draft().headers, newHeader()] })
  expect(await model.save()).toBeUndefined()
  expect(model.errors.value).toEqual({
    name: 'The name field is required.',
    'headers.1.name': 'Wrong.',
  })
  expect(draft().name).toBe(' ')
  model.edit({ headers: draft().headers.slice(0, 1) })
  expect(Object.keys(model.errors.value)).toEqual(['name'])
  const back = model.discard()
  expect([draft().name, model.isDirty.value]).toEqual(['stock', false])
  back()
  expect([draft().name, model.isDirty.value]).toEqual([' ', true])
})

test('a trial call has typed arguments; an invalid number sends nothing', async () => {
  const { server, model, draft } = await opened()
  server.on('POST /user/tools/test', OUTCOME)
  const trial = createTryModel(server.api, model)
  const [item, days, urgent] = draft().schema
  trial.write(item!, 'rye')
  trial.write(days!, 'soon')
  expect(await trial.run()).toBe(false)
  expect(Object.keys(trial.faults.value)).toEqual([String(days!.key)])
  expect(server.bodies('POST /user/tools/test')).toEqual([])
  trial.write(days!, '0,5')
  trial.write(urgent!, 'true')
  expect(await trial.run()).toBe(true)
  expect(trial.outcome.value).toEqual(OUTCOME)
  expect(server.bodies('POST /user/tools/test')).toMatchObject([
    {
      arguments: { item: 'rye', days: 0.5, urgent: true },
      tool: { name: 'stock', headers: [{ value: 'Bearer s3cret' }] },
    },
  ])
})

test('errors of a trial call that concern the form are shown beside the form’s fields', async () => {
  const { server, model } = await opened()
  server.on('POST /user/tools/test', () => invalid({ 'tool.schema.0.name': ['Wrong.'] }))
  model.edit({ schema: [newArgument()] })
  const trial = createTryModel(server.api, model)
  expect(await trial.run()).toBe(false)
  expect(model.errors.value).toEqual({ 'schema.0.name': 'Wrong.' })
  expect(trial.failure.value).toMatch(/Fix the errors/)
})

test('a new tool is created, and nothing is requested before that', async () => {
  const server = fakeServer()
  server.on('POST /user/tools', { message: 'ok', data: TOOL })
  const model = createToolModel(server.api, undefined)
  await model.load()
  expect(server.calls).toEqual([])
  model.edit({ name: 'stock', endpoint: ' https://shop.example.com/stock ', timeout: '' })
  expect(await model.save()).toEqual(TOOL)
  expect(server.bodies('POST /user/tools')).toMatchObject([
    { endpoint: 'https://shop.example.com/stock', timeout: null },
  ])
})
