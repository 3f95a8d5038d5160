import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deactivateAssistant } from '#contracts/assistants.ts'
import {
  disableAi,
  endConversation,
  listConversations,
  replyToConversation,
} from '#contracts/conversations.ts'
import { dismissOnboarding, getHome, type Home } from '#contracts/home.ts'
import { changeInBulk } from '#contracts/inbox-bulk.ts'
import { createKnowledgeBase } from '#contracts/knowledge.ts'
import { topUpBalance } from '#contracts/money.ts'
import { updateProfile } from '#contracts/operators.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { startConversation } from '#contracts/public-chat.ts'
import { rateConversation } from '#contracts/ratings.ts'
import { openVisitorSession } from '#contracts/widget.ts'
import { quantile } from '../../server/features/platform/values/quantile.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { colleague } from '../support/operators.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const home = (server: Pick<TestServer, 'call'>, query: object = {}): Promise<Home> =>
  server.call(getHome, { query })

const byDay = ({ days }: Home) =>
  Object.fromEntries(
    days
      .filter(({ conversations }) => conversations.widget > 0)
      .map(({ day, conversations }) => [day, conversations.widget]),
  )

/** Writes conversations that started at these times, bypassing the verbs. */
async function begun(server: TestServer, ...instants: string[]): Promise<void> {
  const { id } = await starterAssistant(server)
  const insert = server.context.db.prepare(`
    INSERT INTO conversations (uuid, user_id, assistant_id, type, created_at, updated_at)
    VALUES (?, 1, ?, 'widget', ?, ?)
  `)
  for (const instant of instants) {
    insert.run(randomUUID(), id, Date.parse(instant), Date.parse(instant))
  }
}

test('anonymous requests get no Home, and an account sees only its own figures', async () => {
  const server = await startServer()
  await expect(server.as()(getHome)).rejects.toMatchObject({ status: 401 })
  await (await createVisitor(server)).say('Hello')
  const other = await anotherAccount(server)
  expect((await home(server)).today.conversations.widget).toBe(1)
  expect((await home(other)).today.conversations.widget).toBe(0)
  const { id } = await starterAssistant(server)
  const { today } = await home(server, { assistant_id: String(id) })
  expect(today).toMatchObject({ conversations: { widget: 1 }, sms: null, spent: null })
  await expect(home(other, { assistant_id: String(id) })).rejects.toMatchObject({ status: 422 })
})

test('an unknown time zone and unsupported periods are 422', async () => {
  const server = await startServer()
  for (const query of [{ timezone: 'Mars/Olympus' }, { timezone: '+02:00' }, { days: '31' }]) {
    await expect(home(server, query)).rejects.toMatchObject({ status: 422 })
  }
})

test('days are whole days in the viewer’s time zone, and today is the last', async () => {
  const { outside } = createClock('2026-03-31T10:07:00Z')
  const server = await startServer({ outside })
  await begun(
    server,
    '2026-03-28T22:59:00Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T21:59:59Z',
    '2026-03-29T22:00:00Z',
    '2026-03-31T10:00:00Z',
  )
  const berlin = await home(server, { timezone: 'Europe/Berlin', days: '7' })
  expect(berlin.days.map(({ day }) => day)).toEqual([
    '2026-03-25',
    '2026-03-26',
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
  ])
  expect(byDay(berlin)).toEqual({
    '2026-03-28': 1,
    '2026-03-29': 2,
    '2026-03-30': 1,
    '2026-03-31': 1,
  })
  expect(byDay(await home(server))).toEqual({ '2026-03-28': 2, '2026-03-29': 2, '2026-03-31': 1 })
  expect(byDay(await home(server, { timezone: 'Asia/Kathmandu' }))).toEqual({
    '2026-03-29': 2,
    '2026-03-30': 2,
    '2026-03-31': 1,
  })
})

test('today is compared with the same weekday up to the same time', async () => {
  const { outside } = createClock('2026-11-21T10:07:00Z')
  const server = await startServer({ outside })
  await begun(
    server,
    '2026-11-13T23:59:00Z',
    '2026-11-14T09:00:00Z',
    '2026-11-14T10:14:59Z',
    '2026-11-14T10:15:00Z',
    '2026-11-21T08:00:00Z',
  )
  const { today, last_week, last_week_until } = await home(server)
  expect(today.conversations.widget).toBe(1)
  expect(last_week.conversations.widget).toBe(2)
  expect(last_week_until).toBe('2026-11-14T10:15:00.000000Z')
})

test('the period is the sum of its days, and the previous period is as many days before', async () => {
  const { outside } = createClock('2026-11-21T10:07:00Z')
  const server = await startServer({ outside })
  await begun(server, '2026-11-21T09:00:00Z', '2026-11-15T00:00:00Z', '2026-11-14T23:59:59Z')
  const { period, period_before, days } = await home(server, { days: '7' })
  expect(days).toHaveLength(7)
  expect(period.conversations.widget).toBe(2)
  expect(period_before.conversations.widget).toBe(1)
})

test('what becomes of a conversation is counted as it happens', async () => {
  const clock = createClock('2026-11-21T10:00:00Z')
  const server = await startServer({ outside: clock.outside })
  const visitor = await createVisitor(server)
  await visitor.say('What is Parley?')
  await clock.advance(3000)
  const answered = (await home(server)).today
  expect(answered).toMatchObject({ asked: 1, ai_handled: 1, answered: 1, ended: 0 })
  expect(answered.messages).toMatchObject({ visitor: 1, operator: 0 })
  expect(answered.first_answer_p50_ms).toBeLessThan(3000)

  const params = { uuid: visitor.conversationId }
  await server.call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: 'I am a person.' },
  })
  await server.call(endConversation, { params })
  await visitor.call(rateConversation, { params, body: { rating: 4 } })
  const { today } = await home(server)
  expect(today).toMatchObject({ asked: 1, ai_handled: 0, ended: 1, ratings: [0, 0, 0, 1, 0] })
  expect(today.messages.operator).toBe(1)
})

test('an operator who takes over and one who answers late both count', async () => {
  const clock = createClock('2026-11-21T10:00:00Z')
  const server = await startServer({ outside: clock.outside })
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  await server.call(disableAi, { params })
  await visitor.say('Is anybody there?')
  const waiting = await home(server)
  expect(waiting.today).toMatchObject({ asked: 1, ai_handled: 0, answered: 0 })
  expect(waiting.needs_you.conversations).toMatchObject({
    total: 1,
    data: [{ id: visitor.conversationId }],
  })
  await clock.advance(600_000)
  await server.call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: 'Yes.' },
  })
  const { today, needs_you } = await home(server)
  expect(today.answered).toBe(1)
  expect(today.first_answer_p50_ms).toBeGreaterThan(512_000)
  expect(today.first_answer_p50_ms).toBeLessThanOrEqual(1_024_000)
  expect(needs_you.conversations).toEqual({ total: 0, data: [] })
})

test('conversations assigned to a colleague come after one’s own and unassigned ones', async () => {
  const server = await startServer()
  const bea = await colleague(server, 'Bea')
  const asked: string[] = []
  for (let index = 0; index < 3; index += 1) {
    const visitor = await createVisitor(server)
    await server.call(disableAi, { params: { uuid: visitor.conversationId } })
    await visitor.say('Is anybody there?')
    asked.push(visitor.conversationId)
  }
  await server.call(changeInBulk, {
    body: { action: 'assign', ids: [asked[0]!], value: { assignee_id: bea.operator.id } },
  })
  const seenBy = async (call: typeof server.call) =>
    (await call(getHome)).needs_you.conversations.data.map(({ id }) => id)
  await expect.poll(() => seenBy(server.call)).toEqual([asked[1], asked[2], asked[0]])
  expect(await seenBy(bea.call)).toEqual(asked)
})

test('the longest-waiting comes first, eight are shown and all are counted', async () => {
  const clock = createClock('2026-11-21T10:00:00Z')
  const server = await startServer({ outside: clock.outside })
  const asked: string[] = []
  for (let index = 0; index < 10; index += 1) {
    const visitor = await createVisitor(server)
    await server.call(disableAi, { params: { uuid: visitor.conversationId } })
    await visitor.say('Hello?')
    asked.push(visitor.conversationId)
    await clock.advance(60_000)
  }
  const { total, data } = (await home(server)).needs_you.conversations
  expect(total).toBe(10)
  expect(data.map(({ id }) => id)).toEqual(asked.slice(0, 8))
})

test('tests count as tests, and nowhere else', async () => {
  const server = await startServer()
  const { uuid } = await starterAssistant(server)
  await server.call(startConversation, { body: { assistant_id: uuid, type: 'test' } })
  const { today } = await home(server)
  expect(today.conversations).toEqual({ test: 1, widget: 0, messenger: 0, api: 0 })
  expect(today).toMatchObject({ asked: 0, messages: { visitor: 0, assistant: 0, operator: 0 } })
})

test('medians come from the buckets of the response times', () => {
  const steps = [1000, 2000, 4000, Number.MAX_SAFE_INTEGER]
  expect(quantile([0, 0, 0, 0], steps, 0.5)).toBeNull()
  expect(quantile([10, 0, 0, 0], steps, 0.5)).toBe(500)
  expect(quantile([1, 8, 1, 0], steps, 0.5)).toBe(1500)
  expect(quantile([5, 0, 5, 0], steps, 0.9)).toBe(3600)
  expect(quantile([0, 0, 0, 3], steps, 0.5)).toBe(4000)
})

test('each of the first steps is done when it is true, and no earlier', async () => {
  const server = await startServer()
  const { call, context } = server
  const { id, uuid } = await starterAssistant(server)
  const facts = async () => (await home(server)).onboarding.facts
  expect((await home(server)).onboarding).toEqual({
    is_dismissed: false,
    assistant_id: id,
    facts: {
      named: false,
      assistant_active: true,
      own_knowledge: false,
      tested: false,
      embedded: false,
      person_replied: false,
      own_model: false,
      phone_number: false,
      balance: false,
      team: false,
    },
  })

  await call(updateProfile, { body: { name: 'Ada Lovelace', email: null } })
  expect((await facts()).named).toBe(true)
  await call(startConversation, { body: { assistant_id: uuid, type: 'test' } })
  expect((await facts()).tested).toBe(true)

  const visitor = await createVisitor(server)
  const session = (page_url: string) =>
    server.as()(openVisitorSession, { body: { assistant_id: uuid, page_url } })
  await session(`${server.url}/demo`)
  await session(`http://localhost:${context.port()}/demo`)
  expect((await facts()).embedded).toBe(false)
  await session('https://shop.example.com/prices')
  expect((await facts()).embedded).toBe(true)

  await call(replyToConversation, {
    params: { uuid: visitor.conversationId },
    body: { client_id: randomUUID(), content: 'Hello!' },
  })
  expect((await facts()).person_replied).toBe(true)

  const base = await call(createKnowledgeBase, { body: { name: 'Shop' } })
  const body = new FormData()
  body.append('type', 'txt')
  body.append('file', new Blob(['We are open from nine to six.']), 'hours.txt')
  await server.fetch(`/api/user/knowledgebases/${base.data.id}/documents`, { method: 'POST', body })
  await expect.poll(async () => (await facts()).own_knowledge).toBe(true)

  await call(topUpBalance, { body: { amount: 5 } })
  expect((await facts()).balance).toBe(true)
  await call(createPhoneNumber, { body: { phone_number: '+12125550123', type: 'normal' } })
  expect((await facts()).phone_number).toBe(true)
  await colleague(server, 'Grace Hopper')
  expect((await facts()).team).toBe(true)

  const model = context.db
    .prepare<[], number>(`
      INSERT INTO llm_models (code, name, provider) VALUES ('big', 'Big', 'openai-compatible') RETURNING id
    `)
    .pluck()
    .get()!
  expect((await facts()).own_model).toBe(false)
  context.db.prepare('UPDATE assistants SET llm_model_id = ? WHERE id = ?').run(model, id)
  expect((await facts()).own_model).toBe(true)

  await call(deactivateAssistant, { params: { id } })
  expect((await facts()).assistant_active).toBe(false)
})

test('the list of first steps is dismissed for one operator, and comes back', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const isDismissed = async () => (await home(server)).onboarding.is_dismissed
  await server.call(dismissOnboarding, { body: { is_dismissed: true } })
  await server.call(dismissOnboarding, { body: { is_dismissed: true } })
  expect(await isDismissed()).toBe(true)
  expect((await home(other)).onboarding.is_dismissed).toBe(false)
  await server.call(dismissOnboarding, { body: { is_dismissed: false } })
  expect(await isDismissed()).toBe(false)
})

test('failures and depleting resources are listed', async () => {
  const { outside } = createClock('2026-11-21T10:00:00Z')
  const server = await startServer({ outside })
  const { call, context } = server
  const { db } = context
  const before = (await home(server)).needs_you
  expect(before).toEqual({
    conversations: { total: 0, data: [] },
    failed_webhooks: 0,
    failed_sms: 0,
    failed_documents: 0,
    expiring_numbers: [],
    low_balance: null,
  })
  const now = Date.parse('2026-11-21T10:00:00Z')
  const old = now - 8 * 86_400_000
  const delivery = db.prepare(`
    INSERT INTO webhook_deliveries (message_id, user_id, kind, url, payload, status, created_at, updated_at)
    VALUES (?, 1, 'post_call', 'https://example.com', '{}', ?, ?, ?)
  `)
  delivery.run('one', 'dead', now, now)
  delivery.run('two', 'blocked', now, now)
  delivery.run('three', 'delivered', now, now)
  delivery.run('four', 'dead', old, old)
  const sms = db.prepare(`
    INSERT INTO sms_messages (
      user_id, phone_number_id, from_number, to_number, body, segments, segment_price, total_cost, status, provider,
      created_at, updated_at
    ) VALUES (1, 1, '+1', '+2', 'x', 1, 0, 0, ?, 'x', ?, ?)
  `)
  for (const status of ['failed', 'undelivered', 'delivered']) sms.run(status, now, now)
  sms.run('failed', old, old)
  await call(createPhoneNumber, {
    body: { phone_number: '+12125550123', type: 'normal', subscription_expires_at: '2026-11-30' },
  })
  await call(createPhoneNumber, {
    body: { phone_number: '+12125550124', type: 'normal', subscription_expires_at: '2027-11-30' },
  })
  const base = await call(createKnowledgeBase, { body: { name: 'Shop' } })
  db.prepare(`
    INSERT INTO documents (knowledge_base_id, name, type, status, created_at) VALUES (?, 'a.pdf', 'pdf', 'failed', 0)
  `).run(base.data.id)
  expect((await home(server)).needs_you).toMatchObject({
    failed_webhooks: 2,
    failed_sms: 2,
    failed_documents: 1,
    expiring_numbers: [{ phone_number: '+12125550123', expires_at: '2026-11-30T00:00:00.000000Z' }],
  })
  expect((await home(await anotherAccount(server))).needs_you).toEqual(before)
  // Agents, who answer visitors, cannot fix webhooks and numbers.
  expect((await home(await colleague(server, 'Ben'))).needs_you).toMatchObject({
    failed_webhooks: 0,
    failed_sms: 2,
    failed_documents: 1,
    expiring_numbers: [],
  })
})

test('a balance that will not cover another such week is reported', async () => {
  const server = await startServer()
  await server.call(topUpBalance, { body: { amount: 10 } })
  const { db, now } = server.context
  const spend = (micro: number) =>
    db.transaction(() => {
      db.prepare('UPDATE users SET balance = balance - ? WHERE id = 1').run(micro)
      db.prepare(`
        INSERT INTO ledger (user_id, kind, amount, balance, created_at)
        SELECT 1, 'call.hold', ?, balance, ? FROM users WHERE id = 1
      `).run(-micro, now().getTime())
    })()
  spend(5_000_000)
  expect((await home(server)).needs_you.low_balance).toBeNull()
  spend(1_000_000)
  const { needs_you, today } = await home(server)
  expect(needs_you.low_balance).toEqual({ balance: 4, spent_last_week: 6 })
  expect(today.spent).toEqual({ sms: 0, messenger: 0, call: 6 })
  const seen = await home(await colleague(server, 'Ben'))
  expect(seen.needs_you.low_balance).toBeNull()
  expect([seen.today, seen.period, ...seen.days].filter(({ spent }) => spent !== null)).toEqual([])
})

test('a visitor rates their own conversation, changes the rating, and nobody else can', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const stranger = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const body = { rating: 2, comment: 'Slow.' }
  await expect(server.as()(rateConversation, { params, body })).rejects.toMatchObject({
    status: 401,
  })
  await expect(stranger.call(rateConversation, { params, body })).rejects.toMatchObject({
    status: 404,
  })
  for (const rating of [0, 6, 2.5]) {
    await expect(
      visitor.call(rateConversation, { params, body: { rating } }),
    ).rejects.toMatchObject({ status: 422 })
  }
  expect(await visitor.call(rateConversation, { params, body })).toEqual({ data: body })
  expect((await home(server)).today.ratings).toEqual([0, 1, 0, 0, 0])
  const again = await visitor.call(rateConversation, { params, body: { rating: 5 } })
  expect(again).toEqual({ data: { rating: 5, comment: null } })
  expect((await home(server)).today.ratings).toEqual([0, 0, 0, 0, 1])
})

test('nothing on Home scans conversations, messages, calls or the ledger', async () => {
  const server = await startServer()
  const { context } = server
  const plans: string[] = []
  const prepare = context.db.prepare.bind(context.db)
  context.db.prepare = ((sql: string) => {
    const names = new Set([...sql.matchAll(/:(\w+)/g)].map(([, name]) => name!))
    const nothing = Object.fromEntries([...names].map((name) => [name, '[]']))
    const explain = prepare(`EXPLAIN QUERY PLAN ${sql}`)
    const marks = [...sql.matchAll(/\?/g)].map(() => 1)
    const rows = names.size > 0 ? explain.all(nothing) : explain.all(...marks)
    if (sql.trimStart().startsWith('SELECT') || sql.trimStart().startsWith('WITH')) {
      plans.push(...(rows as { detail: string }[]).map(({ detail }) => detail))
    }
    return prepare(sql)
  }) as typeof context.db.prepare
  // Statements are prepared on first use.
  await server.call(getHome, { query: {} })
  expect(plans.length).toBeGreaterThan(15)
  expect(
    plans.filter((plan) =>
      /^SCAN (conversations|messages|calls|sms_messages|ledger|visitors|tallies|webhook)/.test(
        plan,
      ),
    ),
  ).toEqual([])
})

test('the figures agree with the list of conversations', async () => {
  const server = await startServer()
  for (let index = 0; index < 3; index += 1) await createVisitor(server)
  const { total } = await server.call(listConversations, { query: { type: 'widget' } })
  const { period } = await home(server)
  expect(period.conversations.widget).toBe(total)
})
