import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deleteAssistant, listAllAssistants } from '#contracts/assistants.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import type { InboxFilter } from '#contracts/inbox-filter.ts'
import {
  createInboxView,
  deleteInboxView,
  type InboxView,
  listInboxViews,
  MAX_VIEWS,
  restoreInboxView,
  sortInboxViews,
  updateInboxView,
} from '#contracts/inbox-views.ts'
import { createLabel, deleteLabel, mergeLabel, restoreLabel } from '#contracts/labels.ts'
import { deleteOperator } from '#contracts/operators.ts'
import { createTeam, deleteTeam } from '#contracts/teams.ts'
import { forgetViews } from '../../server/features/conversations/inbox-views/forget.ts'
import { anotherAccount } from '../support/accounts.ts'
import { countTurns, createClock } from '../support/clock.ts'
import { madeConversation } from '../support/inbox.ts'
import { colleague, signedInOwner } from '../support/operators.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'

const OPEN: InboxFilter = { state: 'open' }

/** An owner, an admin and an agent of one account. */
async function world(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(options)
  const owner = await signedInOwner(server)
  const admin = await colleague(server, 'Ann', 'admin')
  const agent = await colleague(server, 'Ben')
  type Person = Pick<typeof owner, 'call'>
  const create = async ({ call }: Person, name: string, is_shared = false, filters = OPEN) =>
    (await call(createInboxView, { body: { name, filters, is_shared } })).data
  const names = async ({ call }: Person) =>
    (await call(listInboxViews)).data.map(({ name }) => name)
  const statusOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  return { server, owner, admin, agent, create, names, statusOf }
}

test('a view keeps its filters and order, is counted, sorted, deleted, and restored as it was', async () => {
  const { server, owner, agent, create, names } = await world()
  const { call } = agent
  madeConversation(server, { type: 'api', messages: [['visitor', 'x']] })
  const body = { name: 'API', filters: { ...OPEN, type: 'api' as const }, sort: 'waiting' as const }
  const { data: view } = await call(createInboxView, { body })
  expect(view).toMatchObject({ ...body, is_shared: false, missing: [] })
  const words = await create(agent, 'Parcels', false, { q: 'parcel' })
  expect((await call(countInbox)).saved).toEqual([
    { id: view.id, count: 1, is_more: false },
    { id: words.id },
  ])

  const params = { id: view.id }
  await call(updateInboxView, { params, body: { name: 'From the API' } })
  expect((await call(listInboxViews)).data[0]).toEqual({ ...view, name: 'From the API' })
  const sorted = await call(sortInboxViews, { body: { ids: [words.id], is_shared: false } })
  expect(sorted.data.map(({ name }) => name)).toEqual(['Parcels', 'From the API'])
  for (const body of [
    { ids: [view.id, 999], is_shared: false },
    { ids: [view.id], is_shared: true },
  ])
    await expect(owner.call(sortInboxViews, { body })).rejects.toMatchObject({ status: 422 })

  await call(deleteInboxView, { params })
  expect(await names(agent)).toEqual(['Parcels'])
  await expect(call(updateInboxView, { params, body: { name: 'x' } })).rejects.toMatchObject({
    status: 404,
  })
  const { data: restored } = await call(restoreInboxView, { params })
  expect(restored).toEqual({ ...view, name: 'From the API' })
  expect((await call(restoreInboxView, { params })).data).toEqual(restored)
  await call(deleteInboxView, { params })
  const { db } = server.context
  db.prepare('UPDATE inbox_views SET deleted_at = deleted_at - 3600001').run()
  await expect(call(restoreInboxView, { params })).rejects.toMatchObject({ status: 404 })
  await forgetViews(server.context)
  expect(db.prepare('SELECT name FROM inbox_views').pluck().all()).toEqual(['Parcels'])

  await expect(
    call(createInboxView, { body: { name: 'Bad', filters: { state: 'lost' } as never } }),
  ).rejects.toMatchObject({ status: 422 })
})

test('a shared view is everyone’s to open, and its creator’s and administrators’ to change', async () => {
  const { owner, admin, agent, create, names, statusOf } = await world()
  const shared = await create(admin, 'Refunds', true)
  const own = await create(agent, 'Mine')
  expect(await names(agent)).toEqual(['Refunds', 'Mine'])
  expect([await names(owner), await names(admin)]).toEqual([['Refunds'], ['Refunds']])
  const rename = ({ call }: typeof agent, id: number) =>
    statusOf(call(updateInboxView, { params: { id }, body: { name: 'Returns' } }))
  const params = { id: shared.id }

  expect(await rename(agent, shared.id)).toBe(403)
  expect(await statusOf(agent.call(deleteInboxView, { params }))).toBe(403)
  expect(await statusOf(create(agent, 'Everyone’s', true))).toBe(403)
  const share = { params: { id: own.id }, body: { is_shared: true } }
  expect(await statusOf(agent.call(updateInboxView, share))).toBe(403)
  const order = { ids: [shared.id], is_shared: true }
  expect(await statusOf(agent.call(sortInboxViews, { body: order }))).toBe(403)
  // Somebody’s own view does not exist for others, whatever they may do.
  expect(await statusOf(owner.call(updateInboxView, share))).toBe(404)
  expect(await rename(owner as typeof agent, own.id)).toBe(404)

  expect(await rename(owner as typeof agent, shared.id)).toBe(200)
  expect(await names(agent)).toEqual(['Returns', 'Mine'])
  // No longer shared, it is its creator’s own.
  const unshare = { params, body: { is_shared: false } }
  expect((await owner.call(updateInboxView, unshare)).data.operator_id).toBe(admin.operator.id)
  expect([await names(owner), await names(admin), await names(agent)]).toEqual([
    [],
    ['Returns'],
    ['Mine'],
  ])
})

test('everyone at the desk hears of shared views at once, and only their operator of others', async () => {
  const { server, admin, agent, create } = await world()
  const listen = ({ cookie }: typeof agent) =>
    followStream(`${server.url}/api/user/stream`, { cookie })
  const [atAgent, atAdmin] = [await listen(agent), await listen(admin)]
  const read = new Set<object>()
  const heard = async (stream: typeof atAgent) => {
    const event = await stream.next((one) => one.type === 'inbox_views.changed' && !read.has(one))
    read.add(event)
    const { is_shared, data } = event.data
    return [is_shared, data.map(({ name }: { name: string }) => name)]
  }
  await create(admin, 'Ann’s own')
  expect(await heard(atAdmin)).toEqual([false, ['Ann’s own']])
  const shared = await create(admin, 'Refunds', true)
  // The first that the agent hears is not Ann’s own view.
  expect(await heard(atAgent)).toEqual([true, ['Refunds']])
  const params = { id: shared.id }
  await admin.call(updateInboxView, { params, body: { name: 'Returns' } })
  expect(await heard(atAgent)).toEqual([true, ['Returns']])
  await admin.call(deleteInboxView, { params })
  expect(await heard(atAgent)).toEqual([true, []])
  await admin.call(restoreInboxView, { params })
  expect(await heard(atAgent)).toEqual([true, ['Returns']])
  await admin.call(updateInboxView, { params, body: { is_shared: false } })
  expect(await heard(atAgent)).toEqual([true, []])
})

test('views that a merge of labels changes are published, each list once and to whom it belongs', async () => {
  const { server, owner, admin, agent, create } = await world()
  const label = async (name: string) =>
    (await owner.call(createLabel, { body: { name, colour: 'red' } })).data.id
  const [from, into] = [await label('Refund'), await label('Money')]
  const labels = String(from)
  for (const name of ['Refunds', 'Paid back']) await create(owner, name, true, { labels })
  await create(admin, 'Ann’s own', false, { labels })
  await create(agent, 'Ben’s own')
  const listen = ({ cookie }: typeof agent) =>
    followStream(`${server.url}/api/user/stream`, { cookie })
  const [atAgent, atAdmin] = [await listen(agent), await listen(admin)]
  await owner.call(mergeLabel, { params: { id: from }, body: { into } })
  const heard = async (stream: typeof atAgent) => {
    await stream.next((one) => one.type === 'labels.changed')
    return stream.events
      .filter(({ type }) => type === 'inbox_views.changed')
      .map(({ data }) => [data.is_shared, data.data.map((view: InboxView) => view.filters)])
  }
  const merged = { labels: String(into) }
  expect(await heard(atAgent)).toEqual([[true, [merged, merged]]])
  const lists = await heard(atAdmin)
  expect(lists).toHaveLength(2)
  expect(lists).toEqual(
    expect.arrayContaining([
      [true, [merged, merged]],
      [false, [merged]],
    ]),
  )
})

test('a removed person’s own views go with them; those they shared stay, and belong to whoever takes them back', async () => {
  const { server, owner, admin, create, names } = await world()
  const shared = await create(admin, 'Refunds', true)
  await create(admin, 'Ann’s own')
  await owner.call(deleteOperator, { params: { id: admin.operator.id } })
  const left = server.context.db.prepare('SELECT name FROM inbox_views').pluck().all()
  expect(left).toEqual(['Refunds'])
  await owner.call(updateInboxView, { params: { id: shared.id }, body: { is_shared: false } })
  expect(await names(owner)).toEqual(['Refunds'])
})

test('a view says which of its filters name something deleted: nothing has that label or team, and what the person or assistant had is still listed', async () => {
  const { server, owner, agent, create } = await world()
  const { call } = owner
  const made = madeConversation(server, { messages: [['visitor', 'x']] })
  const { data: label } = await call(createLabel, { body: { name: 'Refund', colour: 'red' } })
  const { data: team } = await call(createTeam, {
    body: { name: 'Billing', colour: 'teal', operator_ids: [] },
  })
  const assistant = (await call(listAllAssistants)).find(({ status }) => status)!
  const filters = {
    labels: String(label.id),
    team: String(team.id),
    assignee: String(agent.operator.id),
    assistant_id: assistant.id,
  }
  await create(owner, 'All of it', true, filters)
  const relative = { assignee: 'me', team: 'none', labels: 'none' } as const
  await create(owner, 'Relative', true, relative)
  const missing = async () => (await call(listInboxViews)).data.map((view) => view.missing)
  expect(await missing()).toEqual([[], []])
  await call(deleteLabel, { params: { id: label.id } })
  expect(await missing()).toEqual([['labels'], []])
  expect((await call(listInbox, { query: { labels: filters.labels } })).data).toEqual([])
  await call(restoreLabel, { params: { id: label.id } })
  const had = { assignee: filters.assignee, assistant_id: filters.assistant_id }
  const { db } = server.context
  db.prepare('UPDATE conversations SET assignee_id = ?, assistant_id = ?, team_id = ?').run(
    agent.operator.id,
    assistant.id,
    team.id,
  )
  await call(deleteTeam, { params: { id: team.id } })
  await call(deleteOperator, { params: { id: agent.operator.id } })
  await call(deleteAssistant, { params: { id: assistant.id } })
  expect(await missing()).toEqual([['assignee', 'team', 'assistant_id'], []])
  expect((await call(listInbox, { query: { team: filters.team } })).data).toEqual([])
  expect((await call(listInbox, { query: had })).data.map(({ id }) => id)).toEqual([made.uuid])
  expect((await call(countInbox)).saved[0]).toMatchObject({ count: 0 })
})

test('views of another account are as if they did not exist', async () => {
  const { server, owner, create } = await world()
  const view = await create(owner, 'Refunds', true)
  const stranger = await anotherAccount(server)
  expect((await stranger.call(listInboxViews)).data).toEqual([])
  const answers = await Promise.all(
    [view.id, 999_999].map(async (id) => {
      const at = `/api/user/inbox/views/${id}`
      const body = { body: '{"name":"x"}', headers: { 'content-type': 'application/json' } }
      const all = [
        await stranger.fetch(at, { method: 'PUT', ...body }),
        await stranger.fetch(at, { method: 'DELETE' }),
        await stranger.fetch(`${at}/restore`, { method: 'POST' }),
      ]
      return Promise.all(all.map(async (one) => [one.status, await one.text()]))
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]!.map(([status]) => status)).toEqual([404, 404, 404])
})

test('a list of views is full at its limit, also for one that is restored or shared', async () => {
  const { owner, create, statusOf } = await world()
  const made = []
  for (let index = 0; index < MAX_VIEWS; index += 1) made.push(await create(owner, `${index}`))
  expect(await statusOf(create(owner, 'One more'))).toBe(409)
  const params = { id: made[0]!.id }
  await owner.call(deleteInboxView, { params })
  const shared = await create(owner, 'Shared', true)
  await create(owner, 'One more')
  expect(await statusOf(owner.call(restoreInboxView, { params }))).toBe(409)
  const unshare = { params: { id: shared.id }, body: { is_shared: false } }
  expect(await statusOf(owner.call(updateInboxView, unshare))).toBe(409)
})

/** Filters of every kind, over few values. */
const filters: fc.Arbitrary<InboxFilter> = fc.record(
  {
    state: fc.constantFrom('open', 'snoozed', 'ended'),
    assignee: fc.constantFrom('me', 'none', '999'),
    team: fc.constantFrom('mine', 'none', '1'),
    type: fc.constantFrom('api', 'widget'),
    labels: fc.constantFrom('1', '1,2', 'none'),
    awaiting: fc.constant('1'),
    needs_person: fc.constant('1'),
    unread: fc.constant('1'),
    mentioned: fc.constant('1'),
    has_email: fc.constant('1'),
    date_from: fc.constantFrom('2026-01-02', '2026-01-04'),
    date_to: fc.constantFrom('2026-01-03', '2026-01-05'),
    started_from: fc.constant('2026-01-02'),
    started_weekday: fc.constantFrom('5', '6'),
    counted: fc.constantFrom('asked', 'replied'),
  },
  { requiredKeys: [] },
)

/** 40 conversations, of which each filter selects some. */
function fill(server: TestServer): void {
  const { db } = server.context
  const change = (index: number, every: number, sql: string, id: number) =>
    index % every === 0 && db.prepare(sql).run(id)
  for (let index = 0; index < 40; index += 1) {
    const { id } = madeConversation(server, {
      type: index % 3 ? 'widget' : 'api',
      at: Date.UTC(2026, 0, 1 + (index % 6)),
      messages: [['visitor', 'x'], ...(index % 4 ? [] : ([['assistant', 'y']] as const))],
      ...(index % 5 === 0 && { email: 'a@example.com' }),
    })
    change(index, 2, 'INSERT INTO conversation_labels VALUES (?, 1)', id)
    change(index, 3, 'INSERT INTO conversation_labels VALUES (?, 2)', id)
    change(index, 7, 'UPDATE conversations SET team_id = 1 WHERE id = ?', id)
    change(index, 6, 'UPDATE conversations SET assignee_id = 1 WHERE id = ?', id)
    change(index, 9, 'UPDATE conversations SET ended_at = 5 WHERE id = ?', id)
  }
}

test('the number of a view is the length of its list, whatever it filters by', async () => {
  const { server, owner, create } = await world()
  const { call } = owner
  for (const name of ['One', 'Two']) await call(createLabel, { body: { name, colour: 'red' } })
  await call(createTeam, { body: { name: 'Team', colour: 'teal', operator_ids: [1] } })
  fill(server)
  const view = await create(owner, 'Any')
  await fc.assert(
    fc.asyncProperty(filters, async (wanted) => {
      await call(updateInboxView, { params: { id: view.id }, body: { filters: wanted } })
      const { saved } = await call(countInbox)
      const { data } = await call(listInbox, { query: wanted as never })
      expect(saved).toEqual([{ id: view.id, count: data.length, is_more: false }])
    }),
    { numRuns: 30, seed: 90 },
  )
})

test('others are served while a full list of views is counted', async () => {
  const { agent, create } = await world()
  for (let index = 0; index < MAX_VIEWS; index += 1)
    await create(agent, `${index}`, false, {
      has_email: '1',
      date_from: `20${(index % 90) + 10}-01-01`,
    })
  const { made, turns } = await countTurns(() => agent.call(countInbox))
  expect(made.saved).toHaveLength(MAX_VIEWS)
  expect(turns).toBeGreaterThan(MAX_VIEWS / 2)
})

test('views are counted once for everybody until something happens, and never kept for long', async () => {
  const clock = createClock()
  const { server, owner, admin, create } = await world({ outside: clock.outside })
  const filters: InboxFilter = { has_email: '1' }
  await create(owner, 'By email', true, filters)
  await create(admin, 'Mine', false, { ...filters, team: 'mine' })
  const arrive = () =>
    madeConversation(server, { email: 'a@example.com', messages: [['visitor', 'x']] })
  const numbers = async ({ call }: typeof admin) =>
    (await call(countInbox)).saved.map(({ count }) => count)
  arrive()
  expect(await numbers(owner as typeof admin)).toEqual([1])
  // Fixtures have no events.
  const { id } = arrive()
  await admin.call(createTeam, {
    body: { name: 'Team', colour: 'teal', operator_ids: [admin.operator.id] },
  })
  expect(await numbers(admin)).toEqual([2, 0])
  arrive()
  server.context.db.prepare('UPDATE conversations SET team_id = 1 WHERE id = ?').run(id)
  // What is the operator's own is counted each time.
  expect(await numbers(admin)).toEqual([2, 1])
  expect(await numbers(owner as typeof admin)).toEqual([2])
  await clock.jump(10_001)
  expect(await numbers(admin)).toEqual([3, 1])
})

test('counting a view looks at no more than 2,000 rows of an index, and says so', async () => {
  const { server, owner, create } = await world()
  const { db } = server.context
  const { id } = madeConversation(server, { email: 'a@example.com', messages: [['visitor', 'x']] })
  const columns = (
    db.prepare("SELECT name FROM pragma_table_info('conversations')").pluck().all() as string[]
  ).filter((name) => name !== 'id' && name !== 'uuid')
  db.prepare(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
    INSERT INTO conversations (uuid, ${columns}) SELECT printf('%08d-0000-7000-8000-000000000000', n), ${columns}
    FROM numbers, conversations WHERE conversations.id = ${id}
  `).run()
  const longAgo = [Date.UTC(2020, 0, 15), Date.UTC(2020, 5, 15)]
  for (const at of [longAgo[0]!, ...longAgo])
    madeConversation(server, { at, messages: [['visitor', 'x']] })
  const plans: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    if (sql.includes('AS looked')) {
      const named = [...sql.matchAll(/:(\w+)/g)].map(([, name]) => [name, 0])
      const rows = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Object.fromEntries(named))
      plans.push((rows as { detail: string }[]).map(({ detail }) => detail).join('; '))
    }
    return prepare(sql)
  }) as typeof db.prepare
  const wanted: InboxFilter[] = [
    { has_email: '1' },
    { date_from: '2026-01-01', has_email: '1', state: 'open' },
    { date_to: '2020-01-01', assignee: 'me' },
    { team: 'none', unread: '1' },
    { started_from: '2020-01-01', awaiting: '1' },
    { counted: 'asked', assistant_id: 1, date_to: '2040-01-01' },
    { needs_person: '1', team: '1' },
    // Older than all of the newest rows.
    { started_from: '2020-01-01', started_to: '2020-01-31' },
    { started_from: '2020-01-01', started_to: '2020-01-31', counted: 'replied' },
    { started_to: '2020-12-31' },
  ]
  for (const [index, one] of wanted.entries()) await create(owner, `${index}`, false, one)
  const { saved } = await owner.call(countInbox)
  const more = { count: 2001, is_more: true }
  expect(saved.map(({ count, is_more }) => ({ count, is_more }))).toEqual([
    more,
    more,
    { count: 0, is_more: false },
    more,
    more,
    expect.objectContaining({ is_more: true }),
    { count: 0, is_more: false },
    { count: 2, is_more: false },
    { count: 0, is_more: false },
    { count: 3, is_more: false },
  ])
  expect(plans.length).toBeGreaterThan(6)
  for (const plan of plans) {
    expect(plan).toMatch(
      /SEARCH conversations USING (COVERING )?INDEX conversations_\w+ \(user_id=/,
    )
    expect(plan).not.toMatch(/SCAN conversations|TEMP B-TREE/)
  }
}, 20_000)
