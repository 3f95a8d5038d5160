import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { listBlockedAssistants } from '#contracts/blocked-assistants.ts'
import { setBudgets } from '#contracts/budgets.ts'
import { listModels } from '#contracts/lookups.ts'
import { createModelProvider, updateModelProvider } from '#contracts/model-providers.ts'
import { topUp } from '../../server/features/billing/money/ledger.ts'
import { createdAssistant } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'

test('an assistant that cannot answer reports why: model, provider, budget, month or balance', async () => {
  const server = await startServer()
  const { call, context } = server
  const { db } = context
  const why = async () => (await call(listBlockedAssistants)).data.map(({ reason }) => reason)
  expect(await why()).toEqual([])

  const { data } = await call(createModelProvider, {
    body: {
      name: 'Hosted',
      base_url: 'https://model.invalid/v1',
      models: [{ model: 'large', kind: 'chat', input_price: 1, output_price: 2 }],
    },
  })
  const model = (await call(listModels)).find(({ name }) => name === 'large')!
  const id = await createdAssistant(server, { llm_model_id: model.id, budget_per_day: 1 })
  db.prepare('UPDATE users SET balance = 0').run()
  expect(await why()).toEqual(['no_balance'])
  await context.write((tx) => topUp(tx, context, 1, 5_000_000, 'Test'))
  expect(await why()).toEqual([])

  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC' }).format(context.now())
  const use = db.prepare(
    'INSERT INTO budget_uses (user_id, scope, subject, period, spent, held, updated_at) VALUES (1, ?, ?, ?, ?, 0, 0)',
  )
  await call(updateAssistant, { params: { id }, body: { timezone: 'UTC' } })
  await call(setBudgets, { body: { per_month: 2 } })
  use.run('account', '1', day.slice(0, 7), 2_000_000)
  expect(await why()).toEqual(['month_spent'])
  use.run('assistant', String(id), day, 1_000_000)
  expect(await why()).toEqual(['day_spent'])

  await call(updateModelProvider, { params: { id: data.id }, body: { is_enabled: false } })
  expect(await why()).toEqual(['no_model'])
})
