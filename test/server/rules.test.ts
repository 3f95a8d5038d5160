import { expect, test } from 'vitest'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import { createLabel } from '#contracts/labels.ts'
import {
  createRule,
  deleteRule,
  listRuleRuns,
  listRules,
  sortRules,
  tryRule,
  updateRule,
} from '#contracts/rules.ts'
import { listWebhookDeliveries } from '#contracts/webhooks.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock, turns } from '../support/clock.ts'
import { idle } from '../support/idle.ts'
import { madeConversation, neverIdle } from '../support/inbox.ts'
import { colleague } from '../support/operators.ts'
import { madeRule, namesOfRuns } from '../support/rules.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor, inConversation, openSession } from '../support/visitor.ts'

const AUTHORIZATION = { authorization: 'Bearer 1|test-key-of-the-owner' }
const PRICING = 'https://example.com/Pricing?plan=team'

const detail = ({ call }: Pick<TestServer, 'call'>, uuid: string) =>
  call(getConversation, { params: { uuid } })

const rowOf = async ({ call }: Pick<TestServer, 'call'>, uuid: string) =>
  (await call(listInbox)).data.find(({ id }) => id === uuid)!

const labelIn = async ({ call }: Pick<TestServer, 'call'>, name: string) =>
  (await call(createLabel, { body: { name, colour: 'red' } })).data.id

test('a rule acts once for each message, before the assistant answers, and says what it did', async () => {
  const server = await startServer()
  const { call, url, context } = server
  const stream = await followStream(`${url}/api/user/stream`, AUTHORIZATION)
  const lena = await colleague(server, 'Lena')
  const rule = await madeRule(server, {
    name: 'Pricing',
    conditions: { page: { values: ['/pricing'] } },
    actions: {
      label_ids: [await labelIn(server, 'Sales')],
      assign: { to: 'person', operator_ids: [lena.operator.id] },
      reply: 'A colleague writes to you in a minute.',
      notify: { operator_ids: [] },
      webhook_url: 'https://example.com/hook',
    },
  })
  const visitor = await inConversation(server, await openSession(server, { page_url: PRICING }))
  const elsewhere = await createVisitor(server)
  await elsewhere.say('Hello')
  await visitor.say('What does Parley cost?')
  const event = await stream.next(({ type }) => type === 'rule.ran')
  expect(event.data).toMatchObject({
    rule: { id: rule.id, name: 'Pricing' },
    conversation_id: visitor.conversationId,
    actions: [
      { action: 'label', outcome: 'done', detail: 'Sales' },
      { action: 'assign', outcome: 'done', detail: 'Lena' },
      { action: 'reply', outcome: 'done' },
      { action: 'notify', outcome: 'done' },
      { action: 'webhook', outcome: 'done' },
    ],
  })
  await idle(context.db)
  const { messages, activities } = await detail(server, visitor.conversationId)
  const { assignee, labels } = await rowOf(server, visitor.conversationId)
  expect([assignee?.name, labels.map(({ name }) => name)]).toEqual(['Lena', ['Sales']])
  // The reply takes the place of the assistant's answer.
  expect(messages.slice(1).map(({ author, content }) => [author, content])).toEqual([
    ['visitor', 'What does Parley cost?'],
    ['assistant', 'A colleague writes to you in a minute.'],
  ])
  expect(activities).toMatchObject([
    { kind: 'labels', by: null, data: { added: ['Sales'], rule: 'Pricing' } },
    { kind: 'assigned', by: null, data: { to: { name: 'Lena' }, rule: 'Pricing' } },
    { kind: 'rule_notified', by: null, data: { to: [], rule: 'Pricing' } },
  ])
  const { data: deliveries } = await call(listWebhookDeliveries)
  expect(deliveries.map(({ event }) => event)).toEqual(['rule_matched'])

  await visitor.say('Hello?')
  await idle(context.db)
  const [again] = (await call(listRuleRuns)).data
  expect(again?.actions.map(({ outcome }) => outcome)).toEqual([
    'unchanged',
    'unchanged',
    'done',
    'done',
    'done',
  ])
  expect((await call(listRules)).data).toMatchObject([{ runs: 2 }])
  const other = await rowOf(server, elsewhere.conversationId)
  expect([other.labels, other.last_message?.author]).toEqual([[], 'assistant'])
})

test('every event has its rules, and they come in order, up to the last one', async () => {
  const server = await startServer()
  const { call, context } = server
  const actions = { notify: { operator_ids: [] } }
  const names = ['created', 'message', 'needs_person', 'ended'] as const
  for (const event of names) await madeRule(server, { name: event, event, actions })
  const last = await madeRule(server, { name: 'first', actions, is_last: true })
  const visitor = await createVisitor(server)
  await visitor.say('I want to talk to a human')
  await idle(context.db)
  expect(await namesOfRuns(server)).toEqual(['created', 'message', 'first', 'needs_person'])
  const { data } = await call(sortRules, { body: { ids: [last.id] } })
  expect(data.map(({ name }) => name)).toEqual(['first', ...names])
  await visitor.say('Hello?')
  await idle(context.db)
  expect((await namesOfRuns(server)).slice(4)).toEqual(['first'])
  // Tests of the owner are left alone.
  madeConversation(server, { type: 'test', messages: [['visitor', 'x']] })
  await idle(context.db)
  expect(await namesOfRuns(server)).toHaveLength(5)
  const { name, event, conditions } = last
  await call(updateRule, {
    params: { id: last.id },
    body: { name, event, conditions, actions, is_on: false },
  })
  await visitor.say('Hello??')
  await idle(context.db)
  expect((await namesOfRuns(server)).slice(5)).toEqual(['message'])
})

test('nobody is assigned twice in a row by turns, those at the desk come first, and the least busy has the fewest', async () => {
  const server = await startServer()
  const { context } = server
  const lena = await colleague(server, 'Lena')
  const omar = await colleague(server, 'Omar')
  const people = [lena.operator.id, omar.operator.id]
  const assigned = async () => {
    const visitor = await createVisitor(server)
    await visitor.say('Hello')
    await idle(context.db)
    return (await rowOf(server, visitor.conversationId)).assignee?.id
  }
  const rule = await madeRule(server, {
    actions: { assign: { to: 'round_robin', operator_ids: people } },
  })
  const first = [await assigned(), await assigned(), await assigned()]
  expect(first).toEqual([people[0], people[1], people[0]])
  const sit = (status: 'available' | 'away') =>
    context.attendance.attend({ userId: 1, operatorId: people[0]!, name: 'Lena' }, 'tab', {
      conversationId: null,
      replying: false,
      status,
    })
  sit('available')
  expect([await assigned(), await assigned()]).toEqual([people[0], people[0]])
  sit('away')
  const { name, event, conditions } = rule
  await server.call(updateRule, {
    params: { id: rule.id },
    body: {
      name,
      event,
      conditions,
      actions: { assign: { to: 'least_busy', operator_ids: people } },
    },
  })
  // Lena has four, Omar one.
  expect([await assigned(), await assigned(), await assigned()]).toEqual(Array(3).fill(people[1]))
})

test('who has waited for so long is found once for each wait, by the clock', async () => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const { call } = server
  neverIdle(server)
  const at = () => clock.outside.now().getTime()
  madeConversation(server, { at: at(), messages: [['visitor', 'early']] })
  await clock.advance(20 * 60_000)
  const actions = { notify: { operator_ids: [] } }
  await madeRule(server, { name: 'Late', event: 'unanswered', minutes: 10, actions })
  const { say, uuid } = madeConversation(server, { at: at(), messages: [['visitor', 'x']] })
  await clock.advance(9 * 60_000)
  expect(await namesOfRuns(server)).toEqual([])
  await clock.advance(2 * 60_000)
  const [run] = (await call(listRuleRuns)).data
  // The one that had waited before the rule was there is left alone.
  expect([run?.conversation_id, run?.event]).toEqual([uuid, 'unanswered'])
  await clock.advance(60 * 60_000)
  expect(await namesOfRuns(server)).toEqual(['Late'])
  await call(replyToConversation, {
    params: { uuid },
    body: { client_id: crypto.randomUUID(), content: 'Here I am.' },
  })
  say('visitor', 'And now?', 'complete', at())
  await clock.advance(11 * 60_000)
  expect(await namesOfRuns(server)).toEqual(['Late', 'Late'])
})

test('a dial, a snooze and a label that is gone are reported as what they were', async () => {
  const server = await startServer()
  const { call, context } = server
  const label = await labelIn(server, 'Gone')
  await madeRule(server, {
    actions: { mode: 'human', snooze_minutes: 60, label_ids: [label] },
    conditions: { text: { values: ['REFUND'] }, label: { is_not: true, ids: [label] } },
  })
  context.db.exec('DELETE FROM labels')
  const visitor = await createVisitor(server)
  await visitor.say('I want a refund')
  await idle(context.db)
  const { data } = await call(listRuleRuns)
  expect(data[0]?.actions).toEqual([
    { action: 'label', outcome: 'skipped', detail: null },
    { action: 'mode', outcome: 'done', detail: 'human' },
    { action: 'snooze', outcome: 'done', detail: '60' },
  ])
  const { messages, ai_mode, activities } = await detail(server, visitor.conversationId)
  expect([ai_mode, messages.at(-1)!.author]).toEqual(['human', 'visitor'])
  expect(activities.map(({ kind, data }) => [kind, data['rule']])).toEqual([
    ['mode', 'Rule'],
    ['snoozed', 'Rule'],
  ])
  expect((await call(listInbox, { query: { state: 'snoozed' } })).data).toHaveLength(1)
})

test('rules are refused field by field, are of one account, and are for those who may change them', async () => {
  const server = await startServer()
  const { call } = server
  const good = {
    name: 'Rule',
    event: 'message',
    conditions: {},
    actions: { mode: 'human' },
  } as const
  for (const [changes, field] of [
    [{ event: 'unanswered' }, 'minutes'],
    [{ minutes: 5 }, 'minutes'],
    [{ actions: {} }, 'actions'],
    [{ event: 'created', conditions: { text: { values: ['x'] } } }, 'conditions.text'],
    [{ event: 'ended' }, 'actions.mode'],
    [{ actions: { assign: { to: 'person', operator_ids: [] } } }, 'actions.assign.operator_ids'],
    [{ actions: { label_ids: [99] } }, 'actions.label_ids.0'],
    [{ conditions: { assistant: { ids: [99] } } }, 'conditions.assistant.ids.0'],
    [{ conditions: { page: { values: [] } } }, 'conditions.page.values'],
  ] as const) {
    const refused = await call(createRule, { body: { ...good, ...changes } as never }).catch(
      (error: unknown) => error,
    )
    expect([changes, Object.keys((refused as { errors: object }).errors)]).toEqual([
      changes,
      [field],
    ])
  }
  const { data: rule } = await call(createRule, { body: good })
  const params = { id: rule.id }
  const stranger = await anotherAccount(server)
  expect((await stranger.call(listRules)).data).toEqual([])
  await expect(stranger.call(deleteRule, { params })).rejects.toMatchObject({ status: 404 })
  await expect(stranger.call(sortRules, { body: { ids: [rule.id] } })).rejects.toMatchObject({
    status: 422,
  })
  const agent = await colleague(server, 'Lena')
  await expect(agent.call(listRules)).rejects.toMatchObject({ status: 403 })
  expect(
    (await server
      .as()(listRules)
      .catch((error: unknown) => error)) as object,
  ).toMatchObject({
    status: 401,
  })
  // Undoing a deletion puts it back in its place.
  await call(createRule, { body: { ...good, name: 'Second' } })
  await call(deleteRule, { params })
  await call(createRule, { body: { ...good, position: 0 } })
  expect((await call(listRules)).data.map(({ name }) => name)).toEqual(['Rule', 'Second'])
})

test('a dry run says which conversations would match, and why, and changes nothing', async () => {
  const server = await startServer()
  neverIdle(server)
  const { call, context } = server
  const at = context.now().getTime() - 7_200_000
  const made = madeConversation(server, {
    at,
    email: 'ada@example.com',
    messages: [['visitor', 'Can I have a Refund?']],
  })
  madeConversation(server, { at, messages: [['visitor', 'Hello']] })
  const body = {
    name: 'Refunds',
    event: 'message' as const,
    conditions: {
      text: { values: ['money', 'refund'] },
      contact: { field: 'email', values: [] },
      page: { is_not: true, values: ['/admin'] },
    },
    actions: { mode: 'human' as const },
  }
  const tried = await call(tryRule, { body })
  expect(tried).toMatchObject({
    checked: 2,
    matched: 1,
    data: [
      {
        conversation_id: made.uuid,
        reasons: [
          { condition: 'page', value: null },
          { condition: 'text', value: 'refund' },
          { condition: 'contact', value: 'ada@example.com' },
        ],
      },
    ],
  })
  const waited = { ...body, conditions: {}, event: 'unanswered', minutes: 30 } as const
  expect(await call(tryRule, { body: waited })).toMatchObject({ matched: 2 })
  expect(await call(tryRule, { body: { ...waited, minutes: 180 } })).toMatchObject({ matched: 0 })
  expect((await call(listRules)).data).toEqual([])
  expect(await namesOfRuns(server)).toEqual([])
})

test('a message in an account without rules runs the same statements, whatever rules others have', async () => {
  const clock = createClock()
  const server = await startServer({ outside: clock.outside })
  const { db } = server.context
  const visitor = await createVisitor(server)
  db.exec("UPDATE conversations SET ai_mode = 'human'")
  const counted = { statements: 0 }
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<string, () => unknown>
  const known = { run: statement['run']!, get: statement['get']!, all: statement['all']! }
  for (const [name, method] of Object.entries(known))
    statement[name] = function (this: unknown, ...values: []) {
      counted.statements += 1
      return method.apply(this, values)
    }
  /** Statements of a message; the fewest of some, because the server may do something else meanwhile. */
  const cost = async () => {
    const costs: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const before = counted.statements
      await visitor.say('Hello')
      await turns()
      costs.push(counted.statements - before)
    }
    return Math.min(...costs)
  }
  try {
    const without = await cost()
    expect(without).toBeGreaterThan(5)
    const stranger = await anotherAccount(server)
    await madeRule(stranger, { actions: { notify: { operator_ids: [] } } })
    expect(await cost()).toBe(without)
  } finally {
    Object.assign(statement, known)
  }
})
