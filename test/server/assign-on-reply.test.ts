import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { changeInBulk } from '#contracts/inbox-bulk.ts'
import { colleague, signedInOwner } from '../support/operators.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

/** A server with one unassigned conversation. */
async function withConversation() {
  const server = await startServer()
  const visitor = await createVisitor(server)
  await visitor.say('Hello?')
  return { server, params: { uuid: visitor.conversationId } }
}

const reply = (call: TestServer['call'], params: { uuid: string }) =>
  call(replyToConversation, { params, body: { client_id: randomUUID(), content: 'Hello' } })

const assignee = async ({ call }: TestServer) => (await call(listInbox)).data[0]?.assignee ?? null

test('the first operator to reply is assigned the conversation and finds it under Mine', async () => {
  const { server, params } = await withConversation()
  const grace = await colleague(server, 'Grace')
  const ben = await colleague(server, 'Ben')
  await reply(grace.call, params)
  expect(await assignee(server)).toEqual({ id: grace.operator.id, name: 'Grace' })
  expect((await grace.call(countInbox)).views.mine).toBe(1)

  await reply(ben.call, params)
  expect(await assignee(server)).toMatchObject({ name: 'Grace' })
  const { activities } = await server.call(getConversation, { params })
  expect(activities.filter(({ kind }) => kind === 'assigned')).toMatchObject([
    { by: { name: 'Grace' }, data: { to: { name: 'Grace' } } },
  ])
})

test('replying to a conversation assigned to someone else leaves the assignment', async () => {
  const { server, params } = await withConversation()
  const grace = await colleague(server, 'Grace')
  const value = { assignee_id: grace.operator.id }
  await server.call(changeInBulk, { body: { action: 'assign', value, ids: [params.uuid] } })
  await reply((await signedInOwner(server)).call, params)
  expect(await assignee(server)).toMatchObject({ name: 'Grace' })
})

test('a reply sent with an API key assigns nobody', async () => {
  const { server, params } = await withConversation()
  await reply(server.call, params)
  expect(await assignee(server)).toBeNull()
})
