import { expect, test } from 'vitest'
import { activateAssistant, getAssistant } from '#contracts/assistants.ts'
import { getBalance } from '#contracts/balance.ts'
import { getBudgets, setBudgets } from '#contracts/budgets.ts'
import { getConversation } from '#contracts/conversations.ts'
import { getSpending, listLedger } from '#contracts/money.ts'
import { listNotices } from '#contracts/notices.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { budgetQueries } from '../../server/features/billing/budgets/queries.ts'
import {
  recoverReservations,
  reserveAnswer,
  settleAnswer,
} from '../../server/features/billing/budgets/reserve.ts'
import { topUp } from '../../server/features/billing/money/ledger.ts'
import type { ModelRow } from '../../server/features/platform/lookups/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant, send } from '../support/assistants.ts'
import { createClock } from '../support/clock.ts'
import { type Script, startPricedModel } from '../support/priced-model.ts'
import { startServer } from '../support/server.ts'

/** Micro-dollars per million tokens: one per token. */
const PRICE = 1_000_000

const USAGE = { prompt_tokens: 30, completion_tokens: 10 }

type Fields = Parameters<typeof createdAssistant>[1]

/** An active assistant whose tokens cost a micro-dollar each, in an account with ten dollars. */
async function setUp(
  fields: Fields = {},
  script: (call: number) => Script = () => ({ usage: USAGE }),
) {
  const provider = await startPricedModel(script)
  const clock = createClock('2026-03-14T12:00:00Z')
  const server = await startServer({ llm: provider.llm, outside: { now: clock.outside.now } })
  const { call, context } = server
  const { db } = context
  db.prepare('UPDATE llm_models SET input_price = ?, output_price = ? WHERE provider = ?').run(
    PRICE,
    PRICE,
    'environment',
  )
  const model = db
    .prepare<[], ModelRow>("SELECT * FROM llm_models WHERE provider = 'environment'")
    .get()!
  await context.write((tx) => topUp(tx, context, 1, 10_000_000))
  const id = await createdAssistant(server, {
    llm_model_id: model.id,
    post_call_evaluation: false,
    ...fields,
  })
  await call(activateAssistant, { params: { id } })
  const { uuid } = await call(getAssistant, { params: { id } })
  const chat = async () => {
    const { conversation_id } = await call(startConversation, { body: { assistant_id: uuid } })
    const params = { uuid: conversation_id }
    return {
      params,
      say: async (message = 'Are you open?') =>
        (await call(sendPublicMessage, { params, body: { message } })).message,
    }
  }
  const payer = { userId: 1, assistantId: id, conversationId: 1, visitorId: 1 }
  return { server, call, context, db, provider, clock, model, id, chat, payer }
}

/** The usage rows, in which nothing may still be held. */
const usesOf = ({ db }: Awaited<ReturnType<typeof setUp>>) =>
  db
    .prepare<[], { scope: string; spent: number; held: number }>(
      'SELECT scope, spent, held FROM budget_uses ORDER BY scope, subject',
    )
    .all()

test('an answer is charged by its tokens, in the chat, the ledger and every budget', async () => {
  const world = await setUp()
  const { call, chat } = world
  const { say, params } = await chat()
  expect(await say()).toBe('Yes.')
  expect((await call(getConversation, { params })).total_cost).toBe(0.00004)
  const { data } = await call(listLedger, { query: { kind: 'llm' } })
  expect(data.map(({ kind }) => kind)).toEqual(['llm.settled', 'llm.hold'])
  expect(data[0]!.amount + data[1]!.amount).toBeCloseTo(-0.00004, 9)
  expect(data[0]!.balance).toBe(9.99996)
  expect(usesOf(world)).toEqual(
    ['account', 'assistant', 'conversation', 'visitor'].map((scope) => ({
      scope,
      spent: 40,
      held: 0,
    })),
  )
  expect(await call(getBalance)).toMatchObject({ balance: 9.99996, held: { llm: 0 } })
  const { days } = await call(getSpending, { query: { days: '1' } })
  expect(days).toEqual([
    { day: '2026-03-14', sms: 0, messenger: 0, call: 0, llm: 0.00004, number: 0, top_up: 10 },
  ])
})

test('a provider that reports no usage is charged the whole hold', async () => {
  const world = await setUp({}, () => ({}))
  const { call, chat, provider } = world
  const { say, params } = await chat()
  await say()
  const { total_cost } = await call(getConversation, { params })
  const { max_tokens: most } = JSON.parse(provider.bodies[0]!)
  expect(most).toBe(2048)
  expect(total_cost).toBeGreaterThan(most / 1_000_000)
  const { data } = await call(listLedger, { query: { kind: 'llm' } })
  expect(data.map(({ amount }) => amount)).toEqual([0, -total_cost])
  expect(usesOf(world).every(({ spent, held }) => spent === total_cost * 1e6 && held === 0)).toBe(
    true,
  )
})

test('a provider that reports impossible usage is charged the hold', async () => {
  const { context, model, payer } = await setUp()
  const reserved = await reserveAnswer(context, {
    ...payer,
    model,
    inputTokens: 10,
    maxOutputTokens: 10,
  })
  if ('refused' in reserved) throw new Error('refused')
  const usage = { inputTokens: 9999, outputTokens: 9999, isEstimated: false }
  expect(await settleAnswer(context, reserved, usage)).toBe(20)
  // Settling again changes nothing.
  await settleAnswer(context, reserved, usage)
  expect(budgetQueries(context.db).openIds(1)).toEqual([])
})

test('a call refused by the provider costs nothing', async () => {
  const world = await setUp({}, () => ({ status: 400 }))
  const { say, params } = await world.chat()
  await say()
  expect((await world.call(getConversation, { params })).total_cost).toBe(0)
  expect(usesOf(world).every(({ spent, held }) => spent === 0 && held === 0)).toBe(true)
})

test.each([
  ['budget_per_conversation', 'conversation'],
  ['budget_per_visitor_day', 'visitor'],
  ['budget_per_day', 'assistant'],
] as const)(
  '%s: once exceeded, the visitor gets the assistant’s fallback text, the provider no call and the account a notice',
  async (field, scope) => {
    const { call, chat, provider, id } = await setUp({
      [field]: 0.001,
      over_budget_message: 'Our assistant rests for today.',
    })
    const { say, params } = await chat()
    expect(await say()).toBe('Our assistant rests for today.')
    expect(provider.bodies).toEqual([])
    const { total_cost, messages } = await call(getConversation, { params })
    expect(total_cost).toBe(0)
    expect(messages.at(-1)).toMatchObject({ author: 'assistant', status: 'complete' })
    await say('Hello?')
    const { data } = await call(listNotices)
    expect(data).toMatchObject([{ kind: 'budget_reached', subject: `${scope} of assistant ${id}` }])
    expect(data[0]!.reason).toContain('Bakery: ')
    expect(data[0]!.reason).toContain('($0.001)')
  },
)

test('without a fallback text the visitor is told in the assistant’s language, and a human is needed', async () => {
  const { call, chat } = await setUp()
  await call(setBudgets, { body: { per_month: 0 } })
  const { say, params } = await chat()
  expect(await say()).toMatch(/can't answer any more for now/)
  expect((await call(getConversation, { params })).activities.at(-1)).toMatchObject({
    kind: 'needs_person',
  })
  expect((await call(listNotices)).data).toMatchObject([{ subject: 'account' }])
  await call(setBudgets, { body: { per_month: null } })
  expect((await call(listNotices)).data).toEqual([])
  expect(await say()).toBe('Yes.')
})

test('a new day and another chat have a fresh budget, while the account’s month continues', async () => {
  const { call, chat, clock, payer, model, context } = await setUp({
    budget_per_day: 0.005,
    timezone: 'Asia/Tokyo',
  })
  const spend = async (change = {}) => {
    const wanted = { ...payer, model, inputTokens: 3000, maxOutputTokens: 0, ...change }
    const reserved = await reserveAnswer(context, wanted)
    if ('refused' in reserved) return reserved.refused
    return await settleAnswer(context, reserved, undefined)
  }
  expect(await spend()).toBe(3000)
  expect(await spend({ conversationId: 2, visitorId: 2 })).toBe('assistant')
  // 15:00 UTC is midnight in Tokyo.
  await clock.jump(3 * 3_600_000 - 1)
  expect(await spend()).toBe('assistant')
  await clock.jump(1)
  expect(await spend()).toBe(3000)
  await call(setBudgets, { body: { per_month: 0.008 } })
  await clock.jump(24 * 3_600_000)
  expect(await spend()).toBe('account')
  await clock.jump(31 * 24 * 3_600_000)
  expect(await spend()).toBe(3000)
  const budgets = await call(getBudgets)
  expect(budgets).toMatchObject({
    month: '2026-04',
    account: { limit: 0.008, spent: 0.003, held: 0 },
  })
  expect(budgets.assistants.at(-1)).toMatchObject({
    name: 'Bakery',
    today: { limit: 0.005, spent: 0.003, held: 0 },
    per_visitor_day: null,
  })
  void chat
})

test('existing usage counts towards a limit set later', async () => {
  const { call, context, model, payer } = await setUp()
  const wanted = { ...payer, model, inputTokens: 3000, maxOutputTokens: 0 }
  const reserved = await reserveAnswer(context, wanted)
  expect(reserved).toMatchObject({ amount: 3000 })
  await call(setBudgets, { body: { per_month: 0.004 } })
  // Held amounts count as well as spent ones.
  expect(await reserveAnswer(context, wanted)).toEqual({ refused: 'account' })
  expect((await call(getBalance)).held.llm).toBe(0.003)
})

test('the balance is a budget too, and never goes below zero', async () => {
  const { db, context, model, payer } = await setUp()
  const wanted = { ...payer, model, inputTokens: 4_000_000, maxOutputTokens: 0 }
  const all = await Promise.all(Array.from({ length: 4 }, () => reserveAnswer(context, wanted)))
  expect(all.map((one) => 'refused' in one && one.refused)).toEqual([
    false,
    false,
    'balance',
    'balance',
  ])
  expect(db.prepare('SELECT balance FROM users WHERE id = 1').pluck().get()).toBe(2_000_000)
  // The refused ones hold nothing.
  expect(budgetQueries(db).use(1, { scope: 'conversation', subject: '1', period: '' })).toEqual({
    spent: 0,
    held: 8_000_000,
  })
})

test('a free model is never refused and records no usage', async () => {
  const world = await setUp({ budget_per_day: 0, budget_per_conversation: 0 })
  const { context, db, model, payer } = world
  const free = { ...model, input_price: 0, output_price: 0 }
  const reserved = await reserveAnswer(context, {
    ...payer,
    model: free,
    inputTokens: 9e6,
    maxOutputTokens: 9e6,
  })
  expect(reserved).toMatchObject({ amount: 0 })
  expect(usesOf(world)).toEqual([])
  expect(db.prepare("SELECT count(*) FROM ledger WHERE kind LIKE 'llm%'").pluck().get()).toBe(0)
})

test('sixty concurrent visitors cannot overspend by a micro-dollar', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const world = await setUp({ budget_per_day: 0.05 }, () => ({ until: gate }))
  const { chat, provider } = world
  const chats = await Promise.all(Array.from({ length: 60 }, chat))
  const answers = chats.map(({ say }) => say())
  await expect.poll(() => provider.bodies.length).toBeGreaterThan(3)
  open()
  const said = await Promise.all(answers)
  const answered = said.filter((text) => text === 'Yes.').length
  expect(answered).toBe(provider.bodies.length)
  expect(answered).toBeLessThan(60)
  const spent = usesOf(world).find(({ scope }) => scope === 'assistant')!.spent
  expect(spent).toBeLessThanOrEqual(50_000)
  expect(spent).toBeGreaterThan(40_000)
})

test('a call left open by a dead process is charged in full at the next start', async () => {
  const world = await setUp()
  const { call, context, chat, db, model, payer } = world
  const { params } = await chat()
  const conversationId = db
    .prepare('SELECT id FROM conversations WHERE uuid = ?')
    .pluck()
    .get(params.uuid) as number
  await reserveAnswer(context, {
    ...payer,
    conversationId,
    model,
    inputTokens: 500,
    maxOutputTokens: 0,
  })
  await recoverReservations(context)
  await recoverReservations(context)
  expect((await call(getConversation, { params })).total_cost).toBe(0.0005)
  expect((await call(getBalance)).balance).toBe(9.9995)
  expect(usesOf(world).every(({ spent, held }) => spent === 500 && held === 0)).toBe(true)
})

test('budgets belong to their account, and invalid ones are rejected with nothing written', async () => {
  const { server, call } = await setUp()
  const other = await anotherAccount(server)
  await other.call(setBudgets, { body: { per_month: 7 } })
  expect((await other.call(getBudgets)).account.limit).toBe(7)
  expect((await call(getBudgets)).account.limit).toBeNull()
  for (const per_month of [-1, '5', 1e7, 0.0000001, undefined])
    expect((await send(server, 'PUT', '/user/budgets', { per_month })).status).toBe(422)
  expect((await call(getBudgets)).account.limit).toBeNull()
  expect(
    await server
      .as()(getBudgets)
      .catch(({ status }) => status),
  ).toBe(401)
})
