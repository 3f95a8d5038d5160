import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteOperator, listOperators } from '#contracts/operators.ts'
import { attend, listAttending } from '#contracts/presence.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague, signedInOwner } from '../support/operators.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'
import { followStream, type StreamEvent } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const ofOperator =
  (id: number, fits: (data: StreamEvent['data']) => boolean = () => true) =>
  ({ type, data }: StreamEvent) =>
    type === 'attending' && data.operator.id === id && fits(data)

/** A second operator in the owner's desk. */
async function graceAt(server: TestServer) {
  const { operator, cookie, call } = await colleague(server, 'Grace')
  return { id: operator.id, headers: { cookie, origin: server.url }, call }
}

const follow = (server: TestServer, headers: Record<string, string>, tab?: string) =>
  followStream(`${server.url}/api/user/stream${tab ? `?tab=${tab}` : ''}`, headers)

async function aConversation(server: TestServer): Promise<string> {
  const visitor = await createVisitor(server)
  await visitor.say('hello')
  return visitor.conversationId
}

const asOwner = { authorization: `Bearer ${KEY}` }

test('two operators see what the other has open, and that they are replying', async () => {
  const server = await startServer()
  const grace = await graceAt(server)
  const conversation = await aConversation(server)
  const [ownerStream, graceStream] = [
    await follow(server, asOwner),
    await follow(server, grace.headers),
  ]
  const [me] = (await server.call(listOperators)).data

  await grace.call(attend, { body: { tab: randomUUID(), conversation_id: conversation } })
  const seen = await ownerStream.next(ofOperator(grace.id))
  expect(seen.data).toEqual({
    operator: { id: grace.id, name: 'Grace' },
    status: 'available',
    conversations: [{ conversation_id: conversation, replying: false }],
  })
  expect(seen.id).toBeUndefined()

  await server.call(attend, {
    body: { tab: randomUUID(), conversation_id: conversation, replying: true, status: 'away' },
  })
  const other = await graceStream.next(ofOperator(me!.id))
  expect(other.data).toMatchObject({
    status: 'away',
    conversations: [{ conversation_id: conversation, replying: true }],
  })

  const state = await grace.call(listAttending)
  expect(state.operator_id).toBe(grace.id)
  expect(state.data.map(({ operator }) => operator.id).toSorted()).toEqual([me!.id, grace.id])
})

test('repeating the same state notifies nobody', async () => {
  const server = await startServer()
  const stream = await follow(server, asOwner)
  const tab = randomUUID()
  for (let time = 0; time < 3; time++) await server.call(attend, { body: { tab } })
  await server.call(attend, { body: { tab, status: 'away' } })
  await stream.next(({ data }) => data?.status === 'away')
  expect(stream.events.filter(({ type }) => type === 'attending')).toHaveLength(2)
})

test('an operator has open whatever any of their tabs has open', async () => {
  const server = await startServer()
  const conversation = await aConversation(server)
  const [first, second] = [randomUUID(), randomUUID()]
  await server.call(attend, {
    body: { tab: first, conversation_id: conversation, replying: true, status: 'away' },
  })
  await server.call(attend, { body: { tab: second, conversation_id: conversation } })
  const { data } = await server.call(listAttending)
  expect(data).toMatchObject([
    { status: 'available', conversations: [{ conversation_id: conversation, replying: true }] },
  ])
})

test('a tab that falls silent is forgotten, and the others are told', async () => {
  const server = await startServer({ limits: { presenceMs: 200 } })
  const stream = await follow(server, asOwner)
  const grace = await graceAt(server)
  await grace.call(attend, { body: { tab: randomUUID() } })
  await stream.next(ofOperator(grace.id, ({ status }) => status === 'offline'))
  expect((await server.call(listAttending)).data).toEqual([])
})

test('a silent tab that follows the stream and has a conversation open is not forgotten', async () => {
  const server = await startServer({ limits: { presenceMs: 200 } })
  const stream = await follow(server, asOwner)
  const conversation = await aConversation(server)
  const grace = await graceAt(server)
  const [tab, idle] = [randomUUID(), randomUUID()]
  await follow(server, grace.headers, tab)
  await follow(server, asOwner, idle)
  await grace.call(attend, { body: { tab, conversation_id: conversation } })
  // A later one that only follows the stream: once it is forgotten, the first one's time is over too.
  await server.call(attend, { body: { tab: idle } })
  await stream.next(({ type, data }) => type === 'attending' && data.status === 'offline')
  expect((await server.call(listAttending)).data).toMatchObject([
    { operator: { id: grace.id }, conversations: [{ conversation_id: conversation }] },
  ])
})

test('a tab whose stream closes is soon forgotten, and one that comes back is not', async () => {
  const server = await startServer({ limits: { presenceGraceMs: 200 } })
  const stream = await follow(server, asOwner)
  const grace = await graceAt(server)
  const [tab, other] = [randomUUID(), randomUUID()]
  const first = await follow(server, grace.headers, tab)
  await grace.call(attend, { body: { tab } })
  first.close()
  const second = await follow(server, grace.headers, tab)
  // The owner's tab closes later and does not come back: once it is forgotten, the first one's time is over
  // too.
  const owner = await follow(server, asOwner, other)
  await server.call(attend, { body: { tab: other } })
  owner.close()
  await stream.next(({ type, data }) => type === 'attending' && data.status === 'offline')
  expect((await server.call(listAttending)).data).toMatchObject([{ operator: { id: grace.id } }])
  second.close()
  await stream.next(ofOperator(grace.id, ({ status }) => status === 'offline'))
})

test('an operator removed from the desk is no longer present', async () => {
  const server = await startServer({ limits: { presenceGraceMs: 50 } })
  const stream = await follow(server, asOwner)
  const grace = await graceAt(server)
  const tab = randomUUID()
  await follow(server, grace.headers, tab)
  await grace.call(attend, { body: { tab } })
  await stream.next(ofOperator(grace.id))
  const owner = await signedInOwner(server)
  await owner.call(deleteOperator, { params: { id: grace.id } })
  await stream.next(ofOperator(grace.id, ({ status }) => status === 'offline'))
})

test('another account neither sees nor is seen, and its conversations appear missing', async () => {
  const server = await startServer()
  const conversation = await aConversation(server)
  const other = await anotherAccount(server)
  await server.call(attend, { body: { tab: randomUUID(), conversation_id: conversation } })
  expect((await other.call(listAttending)).data).toEqual([])
  for (const id of [conversation, randomUUID()]) {
    const body = { tab: randomUUID(), conversation_id: id }
    await expect(other.call(attend, { body })).rejects.toMatchObject({
      status: 404,
      body: { message: 'Conversation not found' },
    })
  }
  await expect(server.as()(listAttending)).rejects.toMatchObject({ status: 401 })
})

test('of very many tabs the latest are remembered', async () => {
  const server = await startServer()
  const conversation = await aConversation(server)
  await server.call(attend, { body: { tab: randomUUID(), conversation_id: conversation } })
  for (let tab = 0; tab < 32; tab++) await server.call(attend, { body: { tab: randomUUID() } })
  expect((await server.call(listAttending)).data).toMatchObject([{ conversations: [] }])
})
