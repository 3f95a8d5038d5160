import { expect, test } from 'vitest'
import { disableAi, getConversation, replyToConversation } from '#contracts/conversations.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import type { InboxFilter } from '#contracts/inbox-filter.ts'
import { createLabel, deleteLabel, listLabels, updateLabel } from '#contracts/labels.ts'
import { anotherAccount } from '../support/accounts.ts'
import { idle } from '../support/idle.ts'
import { madeConversation, neverIdle } from '../support/inbox.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const idsOf = async ({ call }: Pick<TestServer, 'call'>, query: Record<string, string> = {}) => {
  const ids: string[] = []
  let before: string | null | undefined
  do {
    const page = await call(listInbox, {
      query: { ...query, ...(before ? { before } : {}) } as never,
    })
    ids.push(...page.data.map(({ id }) => id))
    before = page.before
  } while (before)
  return ids
}

test('filters combine, and a count equals the length of its list', async () => {
  const server = await startServer()
  neverIdle(server)
  const { call } = server
  const { db } = server.context
  const { data: label } = await call(createLabel, { body: { name: 'Refund', colour: 'red' } })
  const { data: other } = await call(createLabel, { body: { name: 'Bug', colour: 'blue' } })
  const day = Date.parse('2026-01-10T12:00:00Z')
  const rows = Array.from({ length: 130 }, (_, index) => {
    const { id, uuid } = madeConversation(server, {
      type: index % 3 === 0 ? 'api' : 'widget',
      at: day + index * 3_600_000,
      messages:
        index % 2 === 0
          ? [['visitor', 'hello']]
          : [
              ['visitor', 'hi'],
              ['assistant', 'yes'],
            ],
      ...(index % 5 === 0 && { email: `v${index}@example.com` }),
    })
    if (index % 4 === 0)
      db.prepare('INSERT INTO conversation_labels VALUES (?, ?)').run(id, label.id)
    if (index % 6 === 0)
      db.prepare('INSERT INTO conversation_labels VALUES (?, ?)').run(id, other.id)
    if (index % 7 === 0) db.prepare('UPDATE conversations SET assignee_id = 1 WHERE id = ?').run(id)
    return { uuid, index, day: new Date(day + index * 3_600_000).toISOString().slice(0, 10) }
  }).reverse()
  const tests: [Record<string, string>, (row: (typeof rows)[number]) => boolean][] = [
    [{ state: 'open' }, () => true],
    [{ state: 'ended' }, () => false],
    [{ type: 'api' }, ({ index }) => index % 3 === 0],
    [{ awaiting: '1' }, ({ index }) => index % 2 === 0],
    [{ assignee: 'me', awaiting: '1' }, ({ index }) => index % 14 === 0],
    [{ assignee: 'none', type: 'api' }, ({ index }) => index % 7 !== 0 && index % 3 === 0],
    [{ labels: `${label.id}` }, ({ index }) => index % 4 === 0],
    [{ labels: `${label.id},${other.id}` }, ({ index }) => index % 12 === 0],
    [{ has_email: '1', unread: '1' }, ({ index }) => index % 5 === 0],
    [
      { date_from: '2026-01-12', date_to: '2026-01-13' },
      ({ day }) => day >= '2026-01-12' && day <= '2026-01-13',
    ],
    [{ mode: 'human' }, () => false],
    [{ labels: '999' }, () => false],
    [{ assistant_id: '99999' }, () => false],
  ]
  for (const [filter, fits] of tests) {
    const ids = await idsOf(server, filter)
    expect([filter, ids]).toEqual([filter, rows.filter(fits).map(({ uuid }) => uuid)])
    const { matching } = await call(countInbox, { query: filter as InboxFilter })
    expect([filter, matching]).toEqual([filter, { count: ids.length, is_more: false }])
  }
})

test('the hour of a start is local, whatever period is asked for', async () => {
  const server = await startServer()
  const { context } = server
  const { uuid } = madeConversation(server)
  const startAt = (iso: string) =>
    context.db.prepare('UPDATE conversations SET created_at = ?').run(Date.parse(iso))
  const hour = { timezone: 'Asia/Gaza', started_hour: '2' }
  const ever = { ...hour, started_from: '1000-01-01', started_to: '9999-12-31' }
  for (const start of ['2026-01-20T00:30:00Z', '2049-12-20T00:30:00Z']) {
    startAt(start)
    expect(await idsOf(server, hour), start).toEqual([uuid])
    expect(await idsOf(server, ever), start).toEqual([uuid])
    expect(await idsOf(server, { ...ever, started_hour: '0' }), start).toEqual([])
  }
})

test('pages contain every row once, even when rows move to the top meanwhile', async () => {
  const server = await startServer()
  neverIdle(server)
  const made = Array.from({ length: 120 }, (_, at) =>
    madeConversation(server, { at: 1000 + at, messages: [['visitor', 'x']] }),
  )
  const first = await server.call(listInbox, { query: { state: 'open' } })
  server.context.db
    .prepare('UPDATE conversations SET updated_at = 99999 WHERE id IN (?, ?)')
    .run(made[3]!.id, made[119]!.id)
  const second = await server.call(listInbox, { query: { state: 'open', before: first.before! } })
  const third = await server.call(listInbox, { query: { state: 'open', before: second.before! } })
  const ids = [...first.data, ...second.data, ...third.data].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  // The one that moved up is at the top now, and all others are there.
  expect(ids).toHaveLength(119)
  expect(ids).not.toContain(made[3]!.uuid)
  expect(third.before).toBeNull()
})

test('by longest waiting, those who wait come first, on pages that contain every row once and sort nothing', async () => {
  const server = await startServer()
  neverIdle(server)
  const made: string[] = Array.from({ length: 130 }, (_, index) =>
    madeConversation(server, {
      at: 1000 + index,
      type: index % 2 === 0 ? 'widget' : 'api',
      messages: [['visitor', 'x'], ...(index < 60 ? [] : ([['assistant', 'y']] as const))],
    }),
  ).map(({ uuid }) => uuid)
  const { db } = server.context
  const plans: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    if (sql.includes('conversations_by_wait')) {
      const names = [...sql.matchAll(/:(\w+)/g)].map(([, name]) => [name, 0])
      const rows = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Object.fromEntries(names))
      plans.push(...(rows as { detail: string }[]).map(({ detail }) => detail))
    }
    return prepare(sql)
  }) as typeof db.prepare
  const [waiting, others] = [made.slice(0, 60), made.slice(60).reverse()]
  const sort = { sort: 'waiting' }
  expect(await idsOf(server, { ...sort, state: 'open' })).toEqual([...waiting, ...others])
  expect(await idsOf(server, { ...sort, awaiting: '1' })).toEqual(waiting)
  const isApi = (uuid: string) => (made as string[]).indexOf(uuid) % 2 === 1
  expect(await idsOf(server, { ...sort, type: 'api' })).toEqual(
    [...waiting, ...others].filter(isApi),
  )
  expect(plans.filter((plan) => plan.includes('conversations '))).not.toEqual([])
  expect(plans.join()).toContain('SEARCH conversations USING INDEX conversations_by_wait')
  expect(plans.join()).not.toMatch(/SCAN conversations|TEMP B-TREE/)
  const bad = await server.fetch('/api/user/inbox?sort=waiting&before=w1')
  expect(bad.status).toBe(422)
})

test('a test without messages appears nowhere in the inbox', async () => {
  const server = await startServer()
  const { say } = madeConversation(server, { type: 'test', messages: [['assistant', 'Hello!']] })
  expect(await idsOf(server)).toEqual([])
  expect((await server.call(countInbox)).views.all).toBe(0)
  say('visitor', 'Hi')
  expect(await idsOf(server)).toHaveLength(1)
  expect((await server.call(countInbox)).views).toMatchObject({ all: 1, open: 1, unanswered: 1 })
})

test('a visitor who asks for a human, or asks what the assistant does not know, needs one until one answers', async () => {
  const server = await startServer()
  const { call } = server
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: 'Bearer 1|test-key-of-the-owner',
  })
  const visitor = await createVisitor(server)
  await visitor.say('I want to talk to a human')
  const isNeeded = (data: { id: string; needs_person: boolean }) =>
    data.id === visitor.conversationId && data.needs_person
  await stream.next(({ type, data }) => type === 'conversation.updated' && isNeeded(data))
  expect(await idsOf(server, { needs_person: '1' })).toEqual([visitor.conversationId])
  await call(replyToConversation, {
    params: { uuid: visitor.conversationId },
    body: { client_id: crypto.randomUUID(), content: 'I am here.' },
  })
  expect(await idsOf(server, { needs_person: '1' })).toEqual([])

  const unsure = await createVisitor(server)
  await unsure.say('What is the airspeed of an unladen swallow?')
  await expect.poll(() => idsOf(server, { needs_person: '1' })).toEqual([unsure.conversationId])
  await call(disableAi, { params: { uuid: unsure.conversationId } })
  expect(await idsOf(server, { needs_person: '1' })).toEqual([])
  expect((await call(countInbox)).views.needs_person).toBe(0)
})

test('a visitor who needs a human waits from the open question until one replies, whatever the assistant says', async () => {
  const server = await startServer()
  const { call } = server
  const visitor = await createVisitor(server)
  const row = async () =>
    (await call(listInbox)).data.find(({ id }) => id === visitor.conversationId)!
  await visitor.say('What does Parley cost?')
  await idle(server.context.db)
  expect(await row()).toMatchObject({ waiting_since: null, open_question: null })
  await visitor.say('What is the airspeed of an unladen swallow?')
  await expect.poll(async () => (await row()).needs_person).toBe(true)
  const since = (await row()).waiting_since
  const { messages } = await call(getConversation, { params: { uuid: visitor.conversationId } })
  const open = messages.findLast(({ author }) => author === 'visitor')!
  expect(Date.parse(since!)).toBe(Date.parse(open.created_at))
  expect((await row()).open_question).toBe('What is the airspeed of an unladen swallow?')
  await visitor.say('What does Parley cost?')
  await idle(server.context.db)
  expect(await row()).toMatchObject({
    waiting_since: since,
    open_question: 'What does Parley cost?',
  })
  await call(disableAi, { params: { uuid: visitor.conversationId } })
  expect((await row()).waiting_since).toBe(since)
  await call(replyToConversation, {
    params: { uuid: visitor.conversationId },
    body: { client_id: crypto.randomUUID(), content: 'About 11 metres a second.' },
  })
  expect(await row()).toMatchObject({ waiting_since: null, open_question: null })
})

test('asking for a human is flagged with the message itself, unless an operator already answers', async () => {
  const server = await startServer()
  const { db } = server.context
  const visitor = await createVisitor(server)
  const setMode = db.prepare('UPDATE conversations SET ai_mode = ? WHERE uuid = ?')
  setMode.run('human', visitor.conversationId)
  await visitor.say('I want to talk to a human')
  expect(await idsOf(server, { needs_person: '1' })).toEqual([])
  setMode.run('approve', visitor.conversationId)
  await visitor.say('I want to talk to a human')
  expect(await idsOf(server, { needs_person: '1' })).toEqual([visitor.conversationId])
  await visitor.say('I want to talk to a human')
  const kinds = db.prepare('SELECT kind FROM conversation_activities').pluck().all()
  expect(kinds.filter((kind) => kind === 'needs_person')).toHaveLength(1)
})

test('label names are unique, ignoring case', async () => {
  const server = await startServer()
  const { call, fetch } = server
  const { data: refund } = await call(createLabel, { body: { name: 'Refund', colour: 'red' } })
  const again = { name: 'REFUND', colour: 'blue' as const }
  await expect(call(createLabel, { body: again })).rejects.toMatchObject({
    status: 422,
    errors: { name: ['The name has already been taken.'] },
  })
  // The same name in another case is no conflict with itself.
  const { data } = await call(updateLabel, { params: { id: refund.id }, body: again })
  expect(data).toEqual({ id: refund.id, ...again })
  const { id } = madeConversation(server, { messages: [['visitor', 'x']] })
  server.context.db.prepare('INSERT INTO conversation_labels VALUES (?, ?)').run(id, refund.id)
  expect((await call(listLabels)).data).toEqual([{ id: refund.id, ...again, count: 1 }])
  expect((await call(listInbox)).data[0]?.labels).toEqual([{ id: refund.id, ...again }])

  const stranger = await anotherAccount(server)
  const foreign = await stranger.fetch(`/api/user/inbox/labels/${refund.id}`, { method: 'DELETE' })
  const missing = await stranger.fetch('/api/user/inbox/labels/999', { method: 'DELETE' })
  expect([foreign.status, await foreign.text()]).toEqual([missing.status, await missing.text()])

  await call(deleteLabel, { params: { id: refund.id } })
  expect((await call(listInbox)).data[0]?.labels).toEqual([])
  expect((await call(countInbox, { query: { labels: String(refund.id) } })).matching?.count).toBe(0)
  expect((await fetch('/api/user/inbox/labels/999', { method: 'DELETE' })).status).toBe(404)
})

test('another account sees nothing of this one', async () => {
  const server = await startServer()
  madeConversation(server, { messages: [['visitor', 'secret']] })
  const stranger = await anotherAccount(server)
  expect((await stranger.call(listInbox)).data).toEqual([])
  expect((await stranger.call(countInbox)).views.all).toBe(0)
})
