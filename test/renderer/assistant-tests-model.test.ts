import { expect, test } from 'vitest'
import { createTestsModel } from '../../renderer/screens/assistants/tests/tests-model.ts'
import { fakeServer, invalid } from './support.ts'

const line = { say: 'Hi', expectations: [{ kind: 'contains' as const, value: 'Hello' }] }
const saved = (id: number, name = `Test ${id}`) => ({
  id,
  name,
  lines: [line],
  variables: {},
  updated_at: '2026-11-21T09:00:00.000Z',
})
const run = (id: number, passed = 1, failed = 0) => ({
  id,
  model: 'Built-in (offline)',
  passed,
  failed,
  cost: 0,
  created_at: '2026-11-21T09:00:00.000Z',
})
const result = (test_id: number, passed: boolean) => ({
  test_id,
  name: `Test ${test_id}`,
  passed,
  problem: null,
  cost: 0,
  transcript: [],
  checks: [],
})

async function open(runs = [run(7)]) {
  const server = fakeServer()
  server.on('GET /user/assistant/1', { name: 'Bakery' })
  server.on('GET /user/assistant/1/tests', { data: [saved(1), saved(2)] })
  server.on('GET /user/assistant/1/tests/runs', { data: runs })
  server.on('GET /user/assistant/1/tests/runs/7', { ...run(7), results: [result(1, true)] })
  const model = createTestsModel(server.api, 1)
  await model.load()
  return { server, model }
}

test('the last run is shown at once, with the result of each test in it', async () => {
  const { model } = await open()
  expect(model.name.value).toBe('Bakery')
  expect(model.results.value.get(1)?.passed).toBe(true)
  expect(model.results.value.get(2)).toBeUndefined()
})

test('tests run all together or one alone, and that run becomes the latest', async () => {
  const { server, model } = await open([])
  const whole = { ...run(8, 1, 1), results: [result(1, true), result(2, false)] }
  server.on('POST /user/assistant/1/tests/run', { message: 'ok', data: whole })
  const running = model.run()
  expect(model.running.value).toEqual([1, 2])
  expect(await model.run(1)).toBeUndefined()
  await running
  expect(server.calls.at(-1)!.body).toEqual({})
  expect([model.running.value, model.runs.value.map(({ id }) => id)]).toEqual([[], [8]])
  await model.run(2)
  expect(server.calls.at(-1)!.body).toEqual({ test_ids: [2] })
})

test('a refused run says why, and another can be started', async () => {
  const { server, model } = await open()
  server.on('POST /user/assistant/1/tests/run', invalid({ test_ids: ['No.'] }))
  expect(typeof (await model.run())).toBe('string')
  expect(model.running.value).toEqual([])
})

test('a new test is saved and listed; errors are shown beside their field', async () => {
  const { server, model } = await open()
  model.edit()
  expect(model.edited.value).toMatchObject({ id: undefined, name: '' })
  server.on('POST /user/assistant/1/tests', invalid({ name: ['The name field is required.'] }))
  expect(await model.save()).toBeUndefined()
  expect(model.errors.value).toEqual({ name: 'The name field is required.' })
  model.edited.value = { ...model.edited.value!, name: 'Hours', lines: [line] }
  server.on('POST /user/assistant/1/tests', { message: 'ok', data: saved(3, 'Hours') })
  expect(await model.save()).toBe('Hours')
  expect(model.edited.value).toBeUndefined()
  expect(model.tests.value!.map(({ id }) => id)).toEqual([1, 2, 3])
})

test('a deleted test can be restored unchanged', async () => {
  const { server, model } = await open()
  server.on('DELETE /user/assistant/1/tests/1', { message: 'ok' })
  const undo = await model.remove(saved(1))
  expect(model.tests.value!.map(({ id }) => id)).toEqual([2])
  server.on('POST /user/assistant/1/tests', { message: 'ok', data: saved(4, 'Test 1') })
  await undo()
  expect(server.calls.at(-1)!.body).toEqual({ name: 'Test 1', lines: [line], variables: {} })
  expect(model.tests.value!.map(({ id }) => id)).toEqual([2, 4])
})
