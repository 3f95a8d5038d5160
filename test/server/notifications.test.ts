import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Call } from '#contracts/client.ts'
import { replyToConversation } from '#contracts/conversations.ts'
import { fault } from '#contracts/faults.ts'
import { eraseVisitor } from '#contracts/identity.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { changeInBulk } from '#contracts/inbox-bulk.ts'
import { createNote, deleteNote, restoreNote, updateNote } from '#contracts/notes.ts'
import {
  countNotifications,
  getNotificationSettings,
  listNotifications,
  readConversationNotifications,
  readNotification,
  readNotifications,
  updateNotificationSettings,
} from '#contracts/notifications.ts'
import { notifyAnswerers } from '../../server/features/conversations/activities/notify.ts'
import { recordActivity } from '../../server/features/conversations/activities/record.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { dropNotice, raiseNotice } from '../../server/features/platform/notices/raise.ts'
import { forgetNotifications } from '../../server/features/platform/notifications/forget.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague } from '../support/operators.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const listed = async (call: Call) => (await call(listNotifications)).data
const kinds = async (call: Call) => (await listed(call)).map(({ kind }) => kind)
const unread = async (call: Call) => (await call(countNotifications)).count

/** A conversation, an admin and an agent. */
async function scene() {
  const server = await startServer()
  const grace = await colleague(server, 'Grace', 'admin')
  const ben = await colleague(server, 'Ben')
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const note = (content: string, call: Call = grace.call) =>
    call(createNote, { params, body: { client_id: randomUUID(), content } })
  const assign = (id: number, call: Call = grace.call) =>
    call(changeInBulk, {
      body: { action: 'assign', value: { assignee_id: id }, ids: [params.uuid] },
    })
  return { server, grace, ben, visitor, params, note, assign }
}

/** Records an activity of the system in a conversation. */
function happen({ context }: TestServer, uuid: string, kind: string, data: object = {}) {
  const row = conversationQueries(context.db).byUuid(uuid)!
  return context.write((tx) =>
    recordActivity(tx, context, row, { kind, operatorId: null, data: { ...data } }),
  )
}

test('a mention notifies the person named once, also when it is added later, and goes with its note', async () => {
  const { grace, ben, params, note } = await scene()
  const { data } = await note('@Ben and @Grace, please check the refund')
  expect(await listed(ben.call)).toMatchObject([
    {
      kind: 'mention',
      conversation_id: params.uuid,
      conversation: { type: 'widget', visitor: { name: null } },
      by: { id: grace.operator.id, name: 'Grace' },
      text: '@Ben and @Grace, please check the refund',
      is_read: false,
    },
  ])
  expect(await kinds(grace.call)).toEqual([])
  const one = { ...params, id: data.id }
  await grace.call(updateNote, { params: one, body: { content: 'Never mind' } })
  await grace.call(updateNote, { params: one, body: { content: '@Ben, please check' } })
  expect(await listed(ben.call)).toMatchObject([{ text: '@Ben, please check' }])
  await grace.call(deleteNote, { params: one })
  expect([await kinds(ben.call), await unread(ben.call)]).toEqual([[], 0])
  await grace.call(restoreNote, { params: one })
  expect(await kinds(ben.call)).toEqual(['mention'])

  const later = await note('For later')
  await grace.call(updateNote, {
    params: { ...params, id: later.data.id },
    body: { content: 'Ask @Ben' },
  })
  expect(await unread(ben.call)).toBe(2)
  expect((await ben.call(countNotifications)).conversations).toEqual([
    { id: params.uuid, kinds: ['mention'] },
  ])
})

test('the conversations of one’s mentions are listed, those with unread ones first', async () => {
  const { server, grace, ben, params, note } = await scene()
  const other = await createVisitor(server)
  await note('@Ben one')
  const write = { client_id: randomUUID(), content: '@Ben two' }
  const { data } = await grace.call(createNote, {
    params: { uuid: other.conversationId },
    body: write,
  })
  await createVisitor(server)
  const list = async (call: Call) => {
    const page = await call(listInbox, { query: { mentioned: '1' } })
    return page.data.map(({ id }) => id)
  }
  expect(await list(ben.call)).toEqual([other.conversationId, params.uuid])
  await ben.call(readConversationNotifications, { params: { uuid: other.conversationId } })
  expect(await list(ben.call)).toEqual([params.uuid, other.conversationId])
  expect(await list(grace.call)).toEqual([])
  const { matching } = await ben.call(countInbox, { query: { mentioned: '1' } })
  expect(matching).toEqual({ count: 2, is_more: false })
  await grace.call(deleteNote, { params: { uuid: other.conversationId, id: data.id } })
  expect(await list(ben.call)).toEqual([params.uuid])
  await expect(
    ben.call(listInbox, { query: { mentioned: '1', before: 'w1-1' } }),
  ).rejects.toMatchObject({ status: 422 })

  // More unread ones than a page, and then the others.
  const { db } = server.context
  const copy = db.prepare(`
    INSERT INTO conversations (user_id, assistant_id, uuid, type, created_at, updated_at)
    SELECT user_id, assistant_id, ?, 'widget', ?, ? FROM conversations WHERE uuid = ?
  `)
  const notes = db.prepare(`
    INSERT INTO notes (conversation_id, operator_id, client_id, after_seq, content, created_at) VALUES (?, ?, '', 1, 'x', 1)
  `)
  const insert = db.prepare(`
    INSERT INTO notifications (user_id, kind, audience, operator_id, conversation_id, note_id, created_at)
    VALUES (1, 'mention', 'person', ?, ?, ?, ?)
  `)
  for (let index = 0; index < 60; index += 1) {
    const conversation = copy.run(randomUUID(), index, index, params.uuid).lastInsertRowid
    const { lastInsertRowid } = notes.run(conversation, grace.operator.id)
    insert.run(ben.operator.id, conversation, lastInsertRowid, server.context.now().getTime())
  }
  await ben.call(readConversationNotifications, { params })
  const query = { mentioned: '1' } as const
  const first = await ben.call(listInbox, { query })
  const rest = await ben.call(listInbox, { query: { ...query, before: first.before! } })
  const ids = [...first.data, ...rest.data].map(({ id }) => id)
  expect([first.data.length, new Set(ids).size, rest.before]).toEqual([50, 61, null])
  expect(ids.at(-1)).toBe(params.uuid)
})

test('an assignment notifies the assignee unless they made it, and handovers go to the assignee or else to the desk', async () => {
  const { server, grace, ben, params, assign } = await scene()
  await happen(server, params.uuid, 'needs_person', { reason: 'asked' })
  expect([await kinds(grace.call), await kinds(ben.call)]).toEqual([
    ['needs_person'],
    ['needs_person'],
  ])
  expect(await listed(ben.call)).toMatchObject([{ cause: 'asked', by: null }])
  await assign(ben.operator.id)
  await assign(grace.operator.id)
  expect(await kinds(grace.call)).toEqual(['needs_person'])
  await assign(ben.operator.id)
  await happen(server, params.uuid, 'needs_person', { reason: 'failed' })
  await happen(server, params.uuid, 'sms_not_sent', {
    reason: JSON.stringify(fault('receiver_answered', { status: 500 })),
  })
  expect(await kinds(grace.call)).toEqual(['needs_person'])
  expect(await listed(ben.call)).toMatchObject([
    { kind: 'delivery_failed', cause: 'sms_not_sent', text: 'The receiver answered 500' },
    { kind: 'needs_person', cause: 'failed' },
    { kind: 'assignment', by: { name: 'Grace' } },
    { kind: 'assignment' },
    { kind: 'needs_person', cause: 'asked' },
  ])
  const rows = server.context.db.prepare('SELECT count(*) FROM notifications').pluck().get()
  expect(rows).toBe(5)
  const row = conversationQueries(server.context.db).byUuid(params.uuid)!
  await server.context.write((tx) => notifyAnswerers(tx, server.context, row, 'sla', {}))
  expect((await kinds(ben.call))[0]).toBe('sla')
  server.context.db.prepare("UPDATE conversations SET type = 'test'").run()
  await happen(server, params.uuid, 'needs_person', { reason: 'asked' })
  expect(await kinds(ben.call)).toHaveLength(6)
})

test('a handover is settled for everyone as soon as one answers, and a rule notifies whom it names', async () => {
  const { server, grace, ben, visitor, params } = await scene()
  await visitor.say('Can I talk to a real person?')
  await expect.poll(() => kinds(ben.call)).toEqual(['needs_person'])
  expect([await unread(grace.call), await unread(ben.call)]).toEqual([1, 1])
  await ben.call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: 'Hello' },
  })
  expect([await unread(grace.call), await unread(ben.call)]).toEqual([0, 0])
  expect(await listed(grace.call)).toMatchObject([{ kind: 'needs_person', is_read: true }])
  await happen(server, params.uuid, 'rule_notified', {
    rule: 'VIP',
    to: [{ id: grace.operator.id, name: 'Grace' }],
  })
  await happen(server, params.uuid, 'rule_notified', { rule: 'All', to: [] })
  expect((await listed(grace.call)).map(({ rule }) => rule)).toEqual(['All', 'VIP', null])
  expect((await listed(ben.call)).map(({ rule }) => rule)).toEqual(['All', null])
})

test('each operator reads for themselves: one, those of a conversation, or all, which can be taken back', async () => {
  const { server, grace, ben, params, note } = await scene()
  await note('@Ben one')
  await note('@Ben two')
  await happen(server, params.uuid, 'needs_person', { reason: 'asked' })
  const [first, , last] = await listed(ben.call)
  await ben.call(readNotification, { params: { id: last!.id } })
  expect([await unread(ben.call), await unread(grace.call)]).toEqual([2, 1])
  const { previous } = await ben.call(readNotifications, { body: { up_to: first!.id } })
  expect([previous, await unread(ben.call), await unread(grace.call)]).toEqual([0, 0, 1])
  await ben.call(readNotifications, { body: { up_to: previous } })
  expect((await listed(ben.call)).map(({ is_read }) => is_read)).toEqual([false, false, true])
  await ben.call(readConversationNotifications, { params })
  await ben.call(readConversationNotifications, { params })
  expect([await unread(ben.call), await unread(grace.call)]).toEqual([0, 1])
  await ben.call(readNotifications, { body: { up_to: Number.MAX_SAFE_INTEGER } })
  await note('@Ben three')
  expect(await unread(ben.call)).toBe(1)
  await expect(grace.call(readNotification, { params: { id: last!.id } })).rejects.toMatchObject({
    status: 404,
  })
  const other = await anotherAccount(server)
  for (const id of [first!.id, last!.id])
    await expect(other.call(readNotification, { params: { id } })).rejects.toMatchObject({
      status: 404,
    })
  expect(await kinds(other.call)).toEqual([])
})

test('notices reach only those who manage the account, and go with their cause', async () => {
  const { server, grace, ben } = await scene()
  const { context } = server
  const about = { userId: 1, kind: 'backup_failed', subject: 'backups' } as const
  const hook = { userId: 1, kind: 'webhook_disabled', subject: 'https://a.example/' } as const
  const reason = fault('receiver_answered', { status: 500 })
  const stream = await followStream(`${server.url}/api/user/stream`, { cookie: ben.cookie })
  const managers = await followStream(`${server.url}/api/user/stream`, { cookie: grace.cookie })
  for (const one of [about, about, hook])
    await context.write((tx) => raiseNotice(tx, context, one, reason))
  expect(await listed(grace.call)).toMatchObject([
    {
      kind: 'delivery_failed',
      notice: { kind: 'webhook_disabled', subject: 'https://a.example/' },
    },
    { kind: 'notice', notice: { kind: 'backup_failed' }, text: 'The receiver answered 500' },
  ])
  expect([await kinds(ben.call), await unread(ben.call)]).toEqual([[], 0])
  await managers.next(({ type, data }) => type === 'notification.raised' && data.kind === 'notice')
  expect(stream.events.map(({ type }) => type)).not.toContain('notification.raised')
  await context.write((tx) => dropNotice(tx, context, about))
  expect(await kinds(grace.call)).toEqual(['delivery_failed'])
})

test('only the person concerned is told on the stream, also when it resumes', async () => {
  const { server, grace, ben, note } = await scene()
  const follow = (cookie: string) =>
    followStream(`${server.url}/api/user/stream?after=0`, { cookie })
  const [of, ofOther] = [await follow(ben.cookie), await follow(grace.cookie)]
  await note('@Ben please')
  const { data } = await of.next(({ type }) => type === 'notification.created')
  expect(data).toMatchObject({ kind: 'mention', text: '@Ben please', is_read: false })
  await ben.call(readNotification, { params: { id: data.id } })
  await of.next(({ type }) => type === 'notifications.read')
  await note('Something else')
  const isLast = ({
    type,
    data: { note: written },
  }: {
    type: string
    data: { note?: { content: string } }
  }) => type === 'note.created' && written?.content === 'Something else'
  await ofOther.next(isLast)
  const resumed = await follow(grace.cookie)
  await resumed.next(isLast)
  for (const { events } of [ofOther, resumed])
    expect(events.filter(({ type }) => type.startsWith('notification'))).toEqual([])
})

test('kinds are turned off per operator, and settings that are left out stay', async () => {
  const { grace, ben, note, assign } = await scene()
  await note('@Ben one')
  await assign(ben.operator.id)
  const kindsOff = { assignment: { desk: false, sound: false, desktop: true } }
  await ben.call(updateNotificationSettings, { body: { kinds: kindsOff } })
  const quiet_hours = { is_on: true, from: '21:30', to: '06:00', timezone: 'Europe/Berlin' }
  await ben.call(updateNotificationSettings, { body: { quiet_hours } })
  const settings = await ben.call(getNotificationSettings)
  expect(settings).toMatchObject({ kinds: kindsOff, quiet_hours })
  expect(settings.kinds.mention).toEqual({ desk: true, sound: true, desktop: true })
  expect([await kinds(ben.call), await unread(ben.call)]).toEqual([['mention'], 1])
  expect((await grace.call(getNotificationSettings)).kinds.assignment.desk).toBe(true)
  for (const wrong of [{ from: '24:00' }, { timezone: 'Mars/Olympus' }])
    await expect(
      ben.call(updateNotificationSettings, { body: { quiet_hours: { ...quiet_hours, ...wrong } } }),
    ).rejects.toMatchObject({ status: 422 })
})

test('erasing a visitor takes their notifications away, and old ones are forgotten', async () => {
  const { server, ben, visitor, params, note } = await scene()
  const { context } = server
  await note('@Ben one')
  await happen(server, params.uuid, 'needs_person', { reason: 'asked' })
  await visitor.call(eraseVisitor)
  const count = (table: string) => context.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  expect([await kinds(ben.call), count('notifications')]).toEqual([[], 0])
  expect(
    context.db
      .prepare("SELECT count(*) FROM events WHERE type = 'notification.created'")
      .pluck()
      .get(),
  ).toBe(0)

  const days = (count: number) => context.now().getTime() - count * 86_400_000
  for (const at of [days(91), days(89)])
    context.db
      .prepare(
        `INSERT INTO notifications (user_id, kind, audience, created_at) VALUES (1, 'notice', 'managers', ?)`,
      )
      .run(at)
  await forgetNotifications(context)
  expect(count('notifications')).toBe(1)
})

test('a page continues where the last one ended', async () => {
  const { server, ben, params } = await scene()
  for (let index = 0; index < 35; index += 1)
    await happen(server, params.uuid, index % 2 ? 'needs_person' : 'sms_not_sent', {
      reason: 'asked',
    })
  const first = await ben.call(listNotifications)
  const rest = await ben.call(listNotifications, { query: { before: first.before! } })
  expect([first.data.length, rest.data.length, rest.before]).toEqual([30, 5, null])
  const ids = [...first.data, ...rest.data].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  expect(await unread(ben.call)).toBe(35)
})
