import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { changeInBulk, undoBulkOperation } from '#contracts/inbox-bulk.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { crowdedDesk, labelIn, labelled } from '../support/crowded-desk.ts'
import { madeConversation } from '../support/inbox.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const AUTHORIZATION = { authorization: 'Bearer 1|test-key-of-the-owner' }

test('a few conversations are changed before the response, with event and activity, and changed back', async () => {
  const { call, url, made } = await crowdedDesk(5)
  const stream = await followStream(`${url}/api/user/stream`, AUTHORIZATION)
  const ids = made.slice(0, 2).map(({ uuid }) => uuid)
  const { data, matched } = await call(changeInBulk, {
    body: { action: 'assign', ids, value: { assignee_id: 1 } },
  })
  expect([matched, data?.status, data?.changed]).toEqual([2, 'done', 2])
  const event = await stream.next(
    ({ type, data }) => type === 'conversation.updated' && data.id === ids[0],
  )
  expect(event.data.assignee).toMatchObject({ id: 1 })
  const { activities } = await call(getConversation, { params: { uuid: ids[0]! } })
  expect(activities).toMatchObject([{ kind: 'assigned', by: { id: 1 }, data: { to: { id: 1 } } }])
  expect((await call(countInbox)).views).toMatchObject({ mine: 2, unassigned: 3 })
  const undone = await call(undoBulkOperation, { params: { id: data!.id } })
  expect(undone.data.status).toBe('undone')
  expect((await call(countInbox)).views).toMatchObject({ mine: 0, unassigned: 5 })
  // Repeating it changes nothing.
  expect((await call(undoBulkOperation, { params: { id: data!.id } })).data.status).toBe('undone')
})

test('search words narrow the selection, too', async () => {
  const server = await crowdedDesk(120)
  const label = await labelIn(server)
  const filter = { q: 'parcel', type: 'api' } as const
  const { matched } = await server.call(changeInBulk, {
    body: { action: 'label', filter, value: { label_id: label }, dry_run: true },
  })
  expect(matched).toBe(20)
  await server.call(changeInBulk, { body: { action: 'label', filter, value: { label_id: label } } })
  await expect.poll(() => labelled(server, label)).toBe(20)
})

test('ending waits ten seconds, and can be cancelled until then', async () => {
  const clock = createClock()
  const server = await crowdedDesk(3, clock.outside)
  const { call, made } = server
  const [one, other] = made.map(({ uuid }) => uuid)
  const first = await call(changeInBulk, { body: { action: 'end', ids: [one!] } })
  expect(first.data).toMatchObject({ status: 'waiting', matched: 1 })
  expect((await call(countInbox)).views.ended).toBe(0)
  await clock.advance(5000)
  expect((await call(undoBulkOperation, { params: { id: first.data!.id } })).data.status).toBe(
    'cancelled',
  )
  await clock.advance(20_000)
  expect((await call(countInbox)).views.ended).toBe(0)

  const second = await call(changeInBulk, { body: { action: 'end', ids: [other!] } })
  await clock.advance(11_000)
  expect((await call(countInbox)).views.ended).toBe(1)
  await expect(call(undoBulkOperation, { params: { id: second.data!.id } })).rejects.toMatchObject({
    status: 409,
    message: 'This cannot be undone any more.',
  })
})

test('after ten minutes nothing can be undone, and later changes by others stay', async () => {
  const clock = createClock()
  const { call, made } = await crowdedDesk(2, clock.outside)
  const ids = made.map(({ uuid }) => uuid)
  const assign = (assignee_id: number | null, some = ids) =>
    call(changeInBulk, { body: { action: 'assign', ids: some, value: { assignee_id } } })
  const first = await assign(1)
  await assign(null, [ids[0]!])
  await call(undoBulkOperation, { params: { id: first.data!.id } })
  const owners = async () => (await call(listInbox)).data.map(({ assignee }) => assignee)
  expect(await owners()).toEqual([null, null])
  const late = await assign(1)
  await clock.advance(600_001)
  await expect(call(undoBulkOperation, { params: { id: late.data!.id } })).rejects.toMatchObject({
    status: 409,
  })
})

test('a snoozed conversation comes back when due, and at once when the visitor writes', async () => {
  const clock = createClock()
  const server = await crowdedDesk(1, clock.outside)
  const { call, url, made } = server
  const stream = await followStream(`${url}/api/user/stream`, AUTHORIZATION)
  const visitor = await createVisitor(server)
  const until = new Date(clock.outside.now().getTime() + 3_600_000).toISOString()
  const snooze = (id: string) =>
    call(changeInBulk, { body: { action: 'snooze', ids: [id], value: { until } } })
  await snooze(made[0]!.uuid)
  await snooze(visitor.conversationId)
  expect((await call(countInbox)).views).toMatchObject({ snoozed: 2, open: 0 })
  await visitor.say('Are you there?')
  expect((await call(countInbox)).views).toMatchObject({ snoozed: 1, open: 1 })
  const isBack =
    (id: string) => (event: { type: string; data: { id: string; snoozed_until: string | null } }) =>
      event.type === 'conversation.updated' &&
      event.data.id === id &&
      event.data.snoozed_until === null
  await stream.next(isBack(visitor.conversationId))
  await clock.advance(3_500_000)
  expect((await call(countInbox)).views.snoozed).toBe(1)
  await clock.advance(101_000)
  expect((await call(countInbox)).views.snoozed).toBe(0)
  await stream.next(isBack(made[0]!.uuid))
})

test('modes, reading and snoozing can be undone, too', async () => {
  const { call, made, context } = await crowdedDesk(1)
  const ids = [made[0]!.uuid]
  const row = async () => (await call(listInbox)).data[0]!
  const until = new Date(context.now().getTime() + 3_600_000).toISOString()
  const before = await row()
  for (const body of [
    { action: 'mode', value: { mode: 'human' } },
    { action: 'read' },
    { action: 'snooze', value: { until } },
  ] as const) {
    const { data } = await call(changeInBulk, { body: { ...body, ids } })
    expect([body.action, data?.changed]).toEqual([body.action, 1])
    // Repeating it changes nothing.
    const again = await call(changeInBulk, { body: { ...body, ids } })
    expect([body.action, again.data?.changed]).toEqual([body.action, 0])
    await call(undoBulkOperation, { params: { id: data!.id } })
    const { ai_mode, unread, snoozed_until } = await row()
    expect({ ai_mode, unread, snoozed_until }).toEqual({
      ai_mode: before.ai_mode,
      unread: before.unread,
      snoozed_until: before.snoozed_until,
    })
  }
})

test('marking as unread goes back to the visitor’s last message', async () => {
  const { call, context, url } = await startServer()
  const stream = await followStream(`${url}/api/user/stream`, AUTHORIZATION)
  const { uuid } = madeConversation(
    { context },
    {
      messages: [
        ['visitor', 'Hello'],
        ['visitor', 'Is anybody there?'],
        ['assistant', 'I am.'],
      ],
    },
  )
  const silent = madeConversation({ context }, { messages: [['assistant', 'Hello']] })
  const turn = (action: 'read' | 'unread') =>
    call(changeInBulk, { body: { action, ids: [uuid, silent.uuid] } })
  const detail = () => call(getConversation, { params: { uuid } })
  await turn('read')
  const { data } = await turn('unread')
  // Without visitor messages there is nothing to mark as unread.
  expect(data?.changed).toBe(1)
  await stream.next((event) => event.type === 'conversation.updated' && event.data.unread === 1)
  expect((await detail()).read_seq).toBe(1)
  expect((await turn('unread')).data?.changed).toBe(0)
  await call(undoBulkOperation, { params: { id: data!.id } })
  expect((await detail()).read_seq).toBe(3)
  expect((await call(listInbox)).data.map(({ unread }) => unread)).toEqual([0, 0])
})

test('other accounts are untouched, and their operations are unknown', async () => {
  const server = await crowdedDesk(2)
  const { made } = server
  const stranger = await anotherAccount(server)
  const { matched } = await stranger.call(changeInBulk, {
    body: { action: 'assign', ids: made.map(({ uuid }) => uuid), value: { assignee_id: null } },
  })
  expect(matched).toBe(0)
  const label = await labelIn(server)
  await expect(
    stranger.call(changeInBulk, {
      body: { action: 'label', filter: {}, value: { label_id: label } },
    }),
  ).rejects.toMatchObject({ status: 422 })
  const { data } = await server.call(changeInBulk, {
    body: { action: 'assign', filter: {}, value: { assignee_id: 1 } },
  })
  await expect(
    stranger.call(undoBulkOperation, { params: { id: data!.id } }),
  ).rejects.toMatchObject({ status: 404 })
  expect((await server.call(countInbox)).views.mine).toBe(2)
})

test('invalid operations are reported, field by field', async () => {
  const { call, made } = await crowdedDesk(1)
  const ids = [made[0]!.uuid]
  for (const [body, field] of [
    [{ action: 'end' }, 'ids'],
    [{ action: 'end', ids, filter: {} }, 'filter'],
    [{ action: 'assign', ids }, 'value.assignee_id'],
    [{ action: 'assign', ids, value: { assignee_id: 99 } }, 'value.assignee_id'],
    [{ action: 'label', ids, value: { label_id: 99 } }, 'value.label_id'],
    [{ action: 'snooze', ids, value: { until: '2020-01-01T00:00:00Z' } }, 'value.until'],
    [{ action: 'mode', ids }, 'value.mode'],
    [{ action: 'explode', ids }, 'action'],
  ] as const) {
    const refused = await call(changeInBulk, { body: body as never }).catch(
      (error: unknown) => error,
    )
    expect([body, Object.keys((refused as { errors: object }).errors)]).toEqual([body, [field]])
  }
})
