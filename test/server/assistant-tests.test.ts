import { expect, test } from 'vitest'
import {
  createAssistantTest,
  deleteAssistantTest,
  getTestRun,
  listAssistantTests,
  listTestRuns,
  type NewAssistantTest,
  runAssistantTests,
  updateAssistantTest,
} from '#contracts/assistant-tests.ts'
import { setBudgets } from '#contracts/budgets.ts'
import { listConversations } from '#contracts/conversations.ts'
import { listModels } from '#contracts/lookups.ts'
import { judgeByWords } from '../../server/features/assistant-lab/assistant-tests/judge.ts'
import { topUp } from '../../server/features/billing/money/ledger.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { hostedModelId } from '../support/hosted-model.ts'
import { type Script, startPricedModel } from '../support/priced-model.ts'
import { startServer } from '../support/server.ts'

type Lines = NewAssistantTest['lines']

const usage = { prompt_tokens: 100, completion_tokens: 10 }

/** A server with an assistant; its model follows the script, if given, and is the built-in one otherwise. */
async function setUp(script?: (call: number, body: string) => Script) {
  const provider = script && (await startPricedModel(script))
  const server = await startServer(provider ? { llm: provider.llm } : {})
  const { call, context } = server
  const modelId = hostedModelId(server)
  const id = await createdAssistant(server, {
    system_prompt: 'You answer for a bakery. We open at 7 in the morning. A loaf costs 4 euros.',
    ...(provider && { llm_model_id: modelId }),
    post_call_schema: [{ name: 'guests', type: 'number', description: 'Number of guests' }],
  })
  const params = { id }
  const save = async (lines: Lines, name = 'A test') =>
    (await call(createAssistantTest, { params, body: { name, lines } })).data.id
  const run = async (...test_ids: number[]) =>
    (await call(runAssistantTests, { params, body: test_ids.length > 0 ? { test_ids } : {} })).data
  return { server, call, context, params, save, run, provider }
}

test('a dialogue is saved, updated and deleted, with the expectations of each answer', async () => {
  const { call, params, save } = await setUp()
  const lines: Lines = [
    { say: 'When do you open?', expectations: [{ kind: 'contains', value: '7' }] },
    { say: 'Thanks', expectations: [] },
  ]
  const id = await save(lines, 'Hours')
  expect((await call(listAssistantTests, { params })).data).toMatchObject([
    { id, name: 'Hours', lines, variables: {} },
  ])
  const one = { ...params, test_id: id }
  await call(updateAssistantTest, {
    params: one,
    body: { name: 'Prices', lines: [{ say: 'How much?' }], variables: { name: 'Ada' } },
  })
  expect((await call(listAssistantTests, { params })).data).toMatchObject([
    {
      id,
      name: 'Prices',
      lines: [{ say: 'How much?', expectations: [] }],
      variables: { name: 'Ada' },
    },
  ])
  await call(deleteAssistantTest, { params: one })
  expect((await call(listAssistantTests, { params })).data).toEqual([])
})

test('with the built-in model, expectations pass or fail, with the transcript', async () => {
  const { call, params, save, run } = await setUp()
  const id = await save([
    {
      say: 'When do you open?',
      expectations: [
        { kind: 'contains', value: 'OPEN AT  7' },
        { kind: 'lacks', value: 'closed' },
        { kind: 'judged', value: 'It says that they open in the morning.' },
        { kind: 'contains', value: 'at midnight' },
        { kind: 'lacks', value: 'morning' },
        { kind: 'calls_tool', value: 'end_call' },
      ],
    },
    {
      say: 'A table for 4 guests, please',
      expectations: [
        { kind: 'extracts', field: 'guests', value: '4' },
        { kind: 'extracts', field: 'guests', value: '5' },
        { kind: 'extracts', field: 'colour', value: 'red' },
      ],
    },
  ])
  const done = await run()
  expect(done).toMatchObject({ passed: 0, failed: 1, cost: 0 })
  const [result] = done.results
  expect(result!.checks.map(({ line, passed }) => [line, passed])).toEqual([
    [0, true],
    [0, true],
    [0, true],
    [0, false],
    [0, false],
    [0, false],
    [1, true],
    [1, false],
    [1, false],
  ])
  expect(result!.checks[5]!.detail).toBe('No tool was called')
  expect(result!.checks[7]!.detail).toBe('4')
  expect(result!.transcript.slice(0, 2)).toEqual([
    { role: 'assistant', content: 'Hello!' },
    { role: 'user', content: 'When do you open?' },
  ])
  expect(result).toMatchObject({ test_id: id, passed: false, problem: null })
  // Results stay, whatever happens to the test.
  await call(deleteAssistantTest, { params: { ...params, test_id: id } })
  const { data: runs } = await call(listTestRuns, { params })
  expect(runs.map(({ id: runId }) => runId)).toEqual([done.id])
  expect(await call(getTestRun, { params: { ...params, run_id: done.id } })).toEqual(done)
})

test('a run is not a conversation: it appears in no list, count or webhook', async () => {
  const { call, context, save, run } = await setUp()
  await save([{ say: 'When do you open?', expectations: [{ kind: 'contains', value: '7' }] }])
  const before = context.db.prepare('SELECT count(*) FROM tallies').pluck().get()
  const { total } = await call(listConversations)
  expect(await run()).toMatchObject({ passed: 1 })
  expect((await call(listConversations)).total).toBe(total)
  expect(context.db.prepare('SELECT count(*) FROM tallies').pluck().get()).toBe(before)
})

test('a run uses and pays for the assistant’s model to answer, extract and judge', async () => {
  const { context, save, run } = await setUp((_, body) => {
    if (body.includes('You judge'))
      return { text: '{"passed":false,"reason":"It is rude."}', usage }
    if (body.includes('write down what')) return { text: '{"guests":4}', usage }
    return { text: 'Be there at seven.', usage }
  })
  context.db.prepare('UPDATE llm_models SET input_price = 1000000, output_price = 1000000').run()
  await context.write((tx) => topUp(tx, context, 1, 1_000_000))
  await save([
    {
      say: 'We are four',
      expectations: [
        { kind: 'extracts', field: 'guests', value: '4' },
        { kind: 'judged', value: 'It is friendly.' },
        { kind: 'contains', value: 'at seven' },
      ],
    },
  ])
  const done = await run()
  expect(done).toMatchObject({ model: 'priced', passed: 0, failed: 1, cost: 0.00033 })
  expect(done.results[0]!.checks).toMatchObject([
    { passed: true },
    { passed: false, detail: 'It is rude.' },
    { passed: true },
  ])
  expect(context.db.prepare('SELECT balance FROM users WHERE id = 1').pluck().get()).toBe(999_670)
})

test('budgets apply to runs: when exceeded, no request is made and the test says why', async () => {
  const { call, context, save, run, provider } = await setUp(() => ({ usage }))
  context.db.prepare('UPDATE llm_models SET input_price = 1000000').run()
  await context.write((tx) => topUp(tx, context, 1, 1_000_000))
  await call(setBudgets, { body: { per_month: 0 } })
  await save([{ say: 'Hello', expectations: [] }])
  const { results } = await run()
  expect(results[0]).toMatchObject({ passed: false, cost: 0 })
  expect(results[0]!.problem).toContain('budget of the month is used up')
  expect(provider!.bodies).toEqual([])
})

test('a truncated model response fails its own test only', async () => {
  const { save, run } = await setUp((_, body) => ({ status: body.includes('Boom') ? 400 : 200 }))
  const bad = await save([{ say: 'Boom', expectations: [] }])
  const good = await save([{ say: 'Hello', expectations: [{ kind: 'contains', value: 'yes' }] }])
  const done = await run()
  expect(done.results.map(({ test_id, passed }) => [test_id, passed])).toEqual([
    [bad, false],
    [good, true],
  ])
  expect(done.results[0]!.problem).toContain('The answer is not whole')
  expect((await run(good)).results).toHaveLength(1)
})

test('the last twenty runs are kept', async () => {
  const { call, params, save, run } = await setUp()
  await save([{ say: 'Hello', expectations: [] }])
  for (let count = 0; count < 22; count += 1) await run()
  const { data } = await call(listTestRuns, { params })
  expect(data).toHaveLength(20)
  expect(data[0]!.id).toBeGreaterThan(data[19]!.id)
})

test('invalid dialogues are rejected, and nothing is written', async () => {
  const { server, call, params, save } = await setUp()
  const path = `/user/assistant/${params.id}/tests`
  const line = { say: 'Hi', expectations: [] }
  const rows: [object, string][] = [
    [{ lines: [line] }, 'name'],
    [{ name: 'x', lines: [] }, 'lines'],
    [{ name: 'x', lines: Array.from({ length: 21 }, () => line) }, 'lines'],
    [{ name: 'x', lines: [{ say: ' ' }] }, 'lines.0.say'],
    [
      { name: 'x', lines: [{ say: 'x', expectations: [{ kind: 'extracts', value: '1' }] }] },
      'lines.0.expectations.0.field',
    ],
    [
      { name: 'x', lines: [{ say: 'x', expectations: [{ kind: 'sings', value: '1' }] }] },
      'lines.0.expectations.0.kind',
    ],
  ]
  for (const [body, field] of rows) {
    const answer = await send(server, 'POST', path, body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  }
  expect((await send(server, 'POST', `${path}/run`, {})).status).toBe(409)
  expect((await send(server, 'POST', `${path}/run`, { test_ids: [99] })).status).toBe(404)
  expect((await call(listAssistantTests, { params })).data).toEqual([])
  for (let count = 0; count < 50; count += 1) await save([line])
  expect((await send(server, 'POST', path, { name: 'x', lines: [line] })).status).toBe(409)
})

test.each([
  ['They open at seven in the morning.', 'We open at seven every morning.', true],
  ['They open at seven in the morning.', 'I do not know that.', false],
  ['…', 'Anything', false],
])('judged by words, %j against %j is %s', (sentence, answer, passed) => {
  expect(judgeByWords(sentence, answer, 'en').passed).toBe(passed)
})

test('another model answers the tests without becoming the assistant’s own', async () => {
  const { call, params, save, run, provider } = await setUp(() => ({ text: 'At 9.', usage }))
  await save([{ say: 'When do you open?', expectations: [{ kind: 'contains', value: '7' }] }])
  const builtIn = (await call(listModels)).find(({ name }) => /built-in/i.test(name))!
  const body = { llm_model_id: builtIn.id }
  const { data } = await call(runAssistantTests, { params, body })
  expect(data).toMatchObject({ model: builtIn.name })
  expect(provider!.bodies).toHaveLength(0)
  expect(await run()).toMatchObject({ passed: 0, failed: 1 })
  expect(provider!.bodies).toHaveLength(1)
  const unknown = call(runAssistantTests, { params, body: { llm_model_id: 999_999 } })
  await expect(unknown).rejects.toMatchObject({
    status: 422,
    body: { errors: { llm_model_id: [expect.any(String)] } },
  })
})
