import { expect, test } from 'vitest'
import { endConversation, replyToConversation } from '#contracts/conversations.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { changeInBulk, undoBulkOperation } from '#contracts/inbox-bulk.ts'
import { createNote, updateNote } from '#contracts/notes.ts'
import { listNotifications } from '#contracts/notifications.ts'
import { deleteOperator } from '#contracts/operators.ts'
import { createRule } from '#contracts/rules.ts'
import { createTeam, deleteTeam, listTeams, updateTeam } from '#contracts/teams.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague, signedInOwner } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

async function world() {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const [ann, ben, cleo] = [
    await colleague(server, 'Ann'),
    await colleague(server, 'Ben'),
    await colleague(server, 'Cleo'),
  ]
  const body = {
    name: 'Billing',
    colour: 'teal' as const,
    operator_ids: [ann.operator.id, ben.operator.id],
  }
  const { data: billing } = await owner.call(createTeam, { body })
  const visitor = await createVisitor(server)
  await visitor.say('Where is my invoice?')
  const toTeam = (team_id: number | null) =>
    owner.call(changeInBulk, {
      body: { action: 'team', value: { team_id }, ids: [visitor.conversationId] },
    })
  return { server, owner, ann, ben, cleo, billing, body, visitor, toTeam }
}

test('a conversation is assigned to a team, filtered by it, and its members are notified', async () => {
  const { server, owner, ann, ben, cleo, billing, visitor, toTeam } = await world()
  const listed = async ({ call }: typeof ann, team: string) =>
    (await call(listInbox, { query: { team } })).data.map(({ id, team: of }) => [id, of?.name])
  const id = String(billing.id)
  expect(await listed(ann, id)).toEqual([])
  const stream = await followStream(`${server.url}/api/user/stream?after=0`, { cookie: ann.cookie })
  const { data } = await toTeam(billing.id)
  await stream.next(
    (event) => event.type === 'conversation.updated' && event.data.team?.name === 'Billing',
  )
  const row = [[visitor.conversationId, 'Billing']]
  expect(await listed(ann, id)).toEqual(row)
  expect(await listed(ann, 'mine')).toEqual(row)
  expect(await listed(cleo, 'mine')).toEqual([])
  expect(await listed(cleo, id)).toEqual(row)
  const counted = await ben.call(countInbox, { query: { team: 'mine' } })
  expect(counted.matching).toEqual({ count: 1, is_more: false })
  const notified = async ({ call }: typeof ann) =>
    (await call(listNotifications)).data.filter(({ team }) => team === 'Billing').length
  expect([await notified(ann), await notified(ben), await notified(cleo)]).toEqual([1, 1, 0])

  // Whoever is needed later is asked of the team, not of everyone.
  await visitor.say('Can I talk to a real person?')
  const needed = async ({ call }: typeof ann) =>
    (await call(listNotifications)).data.filter(({ kind }) => kind === 'needs_person').length
  await expect.poll(() => needed(ben)).toBe(1)
  expect(await needed(cleo)).toBe(0)

  await owner.call(undoBulkOperation, { params: { id: data!.id } })
  expect(await listed(ann, id)).toEqual([])
})

test('a rule assigns to a team, and takes turns among its members only', async () => {
  const { server, owner, ann, ben, billing } = await world()
  const rule = (name: string, to: 'team' | 'round_robin') =>
    owner.call(createRule, {
      body: {
        name,
        event: 'created',
        conditions: {},
        actions: { assign: { to, operator_ids: [], team_id: billing.id } },
        is_active: true,
      } as never,
    })
  await rule('In turn', 'round_robin')
  const assignees: unknown[] = []
  for (const text of ['one', 'two', 'three']) {
    const visitor = await createVisitor(server)
    await visitor.say(text)
    await expect
      .poll(async () => {
        const { data } = await owner.call(listInbox, { query: { team: String(billing.id) } })
        return data.find(({ id }) => id === visitor.conversationId)?.assignee?.id
      })
      .toBeDefined()
    const { data } = await owner.call(listInbox, { query: { team: String(billing.id) } })
    assignees.push(data.find(({ id }) => id === visitor.conversationId)!.assignee!.id)
  }
  expect(assignees).toEqual([ann.operator.id, ben.operator.id, ann.operator.id])
  // Only whose turn it is hears of it, once.
  const heard = async ({ call }: typeof ann) =>
    (await call(listNotifications)).data.filter(({ kind }) => kind === 'assignment').length
  expect([await heard(ann), await heard(ben)]).toEqual([2, 1])
  const missing = { to: 'team', operator_ids: [], team_id: 999_999 }
  await expect(
    owner.call(createRule, {
      body: {
        name: 'Nowhere',
        event: 'created',
        conditions: {},
        actions: { assign: missing },
        is_active: true,
      } as never,
    }),
  ).rejects.toMatchObject({ status: 422 })
})

test('teams are changed and deleted by those who manage people, and everyone at the desk hears of it', async () => {
  const { server, owner, ann, ben, billing, body, visitor, toTeam } = await world()
  const stream = await followStream(`${server.url}/api/user/stream?after=0`, { cookie: ben.cookie })
  await expect(ann.call(createTeam, { body: { ...body, name: 'Mine' } })).rejects.toMatchObject({
    code: 'role_not_allowed',
  })
  await expect(
    owner.call(createTeam, { body: { ...body, name: 'billing' } }),
  ).rejects.toMatchObject({ status: 422 })
  const params = { id: billing.id }
  await owner.call(updateTeam, { params, body: { ...body, name: 'Accounts' } })
  await stream.next(
    ({ type, data }) => type === 'teams.changed' && data.data[0]?.name === 'Accounts',
  )
  await owner.call(deleteOperator, { params: { id: ben.operator.id } })
  expect((await owner.call(listTeams)).data).toMatchObject([{ operator_ids: [ann.operator.id] }])
  const gone = { status: 404, code: 'team_not_found' }
  await toTeam(billing.id)
  await owner.call(replyToConversation, {
    params: { uuid: visitor.conversationId },
    body: { client_id: crypto.randomUUID(), content: 'Here it is' },
  })
  await owner.call(deleteTeam, { params })
  await expect(owner.call(updateTeam, { params, body })).rejects.toMatchObject(gone)
  const { data } = await owner.call(listInbox)
  expect(data.find(({ id }) => id === visitor.conversationId)).toMatchObject({ team: null })
})

test('a note that mentions a team notifies each of its people once, and not its author', async () => {
  const { server, ann, ben, cleo, visitor } = await world()
  const params = { uuid: visitor.conversationId }
  const mentions = async ({ call }: typeof ann) =>
    (await call(listNotifications)).data.filter(({ kind }) => kind === 'mention').length
  const told = async () => [await mentions(ann), await mentions(ben), await mentions(cleo)]
  const write = (content: string) =>
    ann.call(createNote, { params, body: { client_id: crypto.randomUUID(), content } })
  const { data } = await write('@billing, and @Ben above all: is this paid?')
  expect(data.mentions).toEqual([ann.operator.id, ben.operator.id])
  expect(await told()).toEqual([0, 1, 0])
  // Whoever is named later is told; the others have been.
  const body = { content: '@Billing and @Cleo: is this paid?' }
  await ann.call(updateNote, { params: { ...params, id: data.id }, body })
  expect(await told()).toEqual([0, 1, 1])
  await write('billing@example.com wrote to @Billings')
  expect(await told()).toEqual([0, 1, 1])
  const other = await anotherAccount(server)
  expect((await other.call(listTeams)).data).toEqual([])
})

test('the open conversations of each team are counted', async () => {
  const { owner, ann, billing, body, visitor, toTeam } = await world()
  const { data: sales } = await owner.call(createTeam, { body: { ...body, name: 'Sales' } })
  const counts = async () =>
    (await ann.call(countInbox)).teams.map(({ id, count }) => [id, count]).sort()
  const expected = (ofBilling: number) => [
    [billing.id, ofBilling],
    [sales.id, 0],
  ]
  expect(await counts()).toEqual(expected(0))
  await toTeam(billing.id)
  expect(await counts()).toEqual(expected(1))
  const without = await ann.call(listInbox, { query: { team: 'none' } })
  expect(without.data).toEqual([])
  await owner.call(endConversation, { params: { uuid: visitor.conversationId } })
  expect(await counts()).toEqual(expected(0))
})
