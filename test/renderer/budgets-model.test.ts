import { expect, onTestFinished, test } from 'vitest'
import { createBudgetsModel } from '../../renderer/screens/settings/budgets-model.ts'
import { fakeLive, fakeServer, invalid, settle } from './support.ts'

const budgets = (limit: number | null) => ({
  month: '2026-11',
  account: { limit, spent: 1, held: 0 },
  assistants: [],
})

async function open(limit: number | null = 5) {
  const server = fakeServer()
  const live = fakeLive()
  server.on('GET /user/budgets', budgets(limit))
  const model = createBudgetsModel({ api: server.api, live })
  onTestFinished(() => model.stop())
  await settle()
  return { server, model }
}

test('the field starts with the current budget; empty means no limit', async () => {
  expect((await open()).model.typed.value).toBe('5')
  expect((await open(null)).model.typed.value).toBe('')
})

test.each([
  ['', null],
  [' 12,5 ', 12.5],
  ['0', 0],
  ['12.50', 12.5],
])('%j is saved as %s', async (typed, per_month) => {
  const { server, model } = await open()
  server.on('PUT /user/budgets', { message: 'ok', data: budgets(per_month) })
  model.typed.value = typed
  expect(await model.save()).toBe(true)
  expect(server.calls.at(-1)).toMatchObject({ call: 'PUT /user/budgets', body: { per_month } })
  expect(model.budgets.value?.account.limit).toBe(per_month)
})

test.each(['much', '-1', '1e3', '1.'])(
  '%j is not a valid budget, and nothing is sent',
  async (typed) => {
    const { server, model } = await open()
    model.typed.value = typed
    expect(await model.save()).toBe(false)
    expect(model.refusal.value).toBe('The budget must be a number.')
    expect(server.calls.map(({ call }) => call)).toEqual(['GET /user/budgets'])
  },
)

test('the server’s error is shown beside the field', async () => {
  const { server, model } = await open()
  server.on('PUT /user/budgets', invalid({ per_month: ['The per month is too high.'] }))
  model.typed.value = '9999999'
  expect(await model.save()).toBe(false)
  expect(model.refusal.value).toBe('The per month is too high.')
  expect(model.busy.value).toBe(false)
})
