import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { enableConversationEndedWebhook } from '#contracts/assistant-webhooks.ts'
import { getContact, listContacts } from '#contracts/contacts.ts'
import {
  closeVisitorSession,
  getIdentitySecret,
  identifyVisitor,
  rotateIdentitySecret,
} from '#contracts/identity.ts'
import {
  endVisitorConversation,
  getVisitorConversation,
  listVisitorConversations,
  openVisitorConversation,
  openVisitorSession,
  setVisitorVariables,
} from '#contracts/widget.ts'
import { createdAssistant } from '../support/assistants.ts'
import { signed, website } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor, inConversation, type TestVisitor } from '../support/visitor.ts'

const ADA = { sub: 'customer-7', name: 'Ada', email: 'ada@example.com' }

async function scene(options = {}) {
  const server = await startServer(options)
  return { server, ...(await website(server)) }
}

const identify = ({ call }: Pick<TestVisitor, 'call'>, identity: string) =>
  call(identifyVisitor, { body: { identity } })

const arrive = (server: TestServer, assistant_id: string, identity: string) =>
  server.as()(openVisitorSession, { body: { assistant_id, identity } })

const as = (server: TestServer, token: string) => server.as({ authorization: `Bearer ${token}` })

const chats = async (server: TestServer, token: string) =>
  (await as(server, token)(listVisitorConversations)).data.map(({ id }) => id)

const refused = (reason: string) => ({
  status: 422,
  errors: { identity: [expect.stringContaining(reason)] },
})

test('a visitor identified by the website is that contact, and the desk sees who it is', async () => {
  const { server, vouch } = await scene()
  const visitor = await createVisitor(server)
  const { visitor_id, token } = await identify(visitor, await vouch(ADA))
  expect([visitor_id, token]).toEqual([visitor.id, visitor.token])
  expect(await server.call(getContact, { params: { id: visitor.id } })).toMatchObject({
    external_id: 'customer-7',
    name: 'Ada',
    email: 'ada@example.com',
  })
})

test('a website repeating the same identity on every page does not notify the desk', async () => {
  const { server, vouch } = await scene()
  const visitor = await createVisitor(server)
  await identify(visitor, await vouch(ADA))
  const before = server.context.events.last()
  await identify(visitor, await vouch(ADA))
  await identify(visitor, await vouch({ sub: ADA.sub }))
  expect(server.context.events.last()).toBe(before)
  await identify(visitor, await vouch({ ...ADA, name: 'Ada Lovelace' }))
  expect(await server.call(getContact, { params: { id: visitor.id } })).toMatchObject({
    name: 'Ada Lovelace',
    email: ADA.email,
  })
})

test('the history is available on another device', async () => {
  const { server, uuid, vouch } = await scene()
  const laptop = await createVisitor(server)
  await laptop.say('Hello')
  await identify(laptop, await vouch(ADA))
  const phone = await arrive(server, uuid, await vouch({ sub: ADA.sub }))
  expect(phone.visitor_id).toBe(laptop.id)
  expect(phone.token).not.toBe(laptop.token)
  expect(await chats(server, phone.token)).toEqual([laptop.conversationId])
  expect(await chats(server, laptop.token)).toEqual([laptop.conversationId])
  // Omitted values stay.
  expect(await server.call(getContact, { params: { id: laptop.id } })).toMatchObject({
    name: 'Ada',
  })
})

test('a visitor’s earlier messages move to the contact they are identified as', async () => {
  const { server, uuid, vouch } = await scene()
  const laptop = await arrive(server, uuid, await vouch(ADA))
  const first = await inConversation(server, laptop)
  const phone = await createVisitor(server)
  await phone.say('Hello')
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${phone.token}`,
  })
  const desk = await followStream(`${server.url}/api/user/stream`, {
    authorization: 'Bearer 1|test-key-of-the-owner',
  })
  const session = await identify(phone, await vouch(ADA))
  expect(session.visitor_id).toBe(laptop.visitor_id)
  expect((await chats(server, session.token)).sort()).toEqual(
    [first.conversationId, phone.conversationId].sort(),
  )
  await stream.next(({ type }) => type === 'session.closed')
  await stream.ended
  await expect(phone.call(listVisitorConversations)).rejects.toMatchObject({ status: 401 })
  expect((await desk.next(({ type }) => type === 'contact.deleted')).data).toEqual({ id: phone.id })
  const moved = await desk.next(
    ({ type, data }) => type === 'conversation.updated' && data.id === phone.conversationId,
  )
  expect(moved.data.visitor).toMatchObject({ id: laptop.visitor_id, name: 'Ada' })
  expect((await server.call(listContacts)).data.map(({ id }) => id)).toEqual([laptop.visitor_id])
})

test('an answer in progress continues under the new name', async () => {
  const { server, uuid, vouch } = await scene({ limits: { builtInWordMs: 15 } })
  await arrive(server, uuid, await vouch(ADA))
  const visitor = await createVisitor(server)
  await visitor.say('What is Parley?')
  await expect
    .poll(async () => {
      const params = { uuid: visitor.conversationId }
      return (await visitor.call(getVisitorConversation, { params })).messages.at(-1)?.status
    })
    .toBe('streaming')
  const { token } = await identify(visitor, await vouch(ADA))
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${token}`,
  })
  const { data } = await stream.next(({ type }) => type === 'message.updated')
  expect(data.message.status).toBe('complete')
})

test('another person on the same browser sees nothing of the previous one', async () => {
  const { server, vouch } = await scene()
  const visitor = await createVisitor(server)
  await identify(visitor, await vouch(ADA))
  const bob = await identify(visitor, await vouch({ sub: 'customer-8', name: 'Bob' }))
  expect(bob.visitor_id).not.toBe(visitor.id)
  expect(await chats(server, bob.token)).toEqual([])
  await expect(visitor.call(listVisitorConversations)).rejects.toMatchObject({ status: 401 })
  expect(await server.call(getContact, { params: { id: visitor.id } })).toMatchObject({
    name: 'Ada',
    conversation_count: 1,
  })
})

test('two devices identifying at once are one contact', async () => {
  const { server, uuid, vouch } = await scene()
  const visitors = await Promise.all([1, 2, 3, 4].map(() => createVisitor(server)))
  const identity = await vouch(ADA)
  const sessions = await Promise.all([
    ...visitors.map((visitor) => identify(visitor, identity)),
    ...[1, 2, 3].map(() => arrive(server, uuid, identity)),
    identify(visitors[0]!, identity),
  ])
  expect(new Set(sessions.map(({ visitor_id }) => visitor_id)).size).toBe(1)
  expect(await chats(server, sessions.at(-2)!.token)).toHaveLength(4)
  expect((await server.call(listContacts)).data).toHaveLength(1)
})

test('an unverified address opens no history', async () => {
  const { server, uuid, vouch } = await scene()
  const victim = await inConversation(server, await arrive(server, uuid, await vouch(ADA)))
  await victim.say('My secret')
  const thief = await createVisitor(server)
  const variables = { email: ADA.email, name: 'Ada', customer_email: ADA.email }
  await thief.call(openVisitorConversation, { body: { client_id: randomUUID(), variables } })
  await thief.call(setVisitorVariables, {
    params: { uuid: thief.conversationId },
    body: { variables },
  })
  expect(await chats(server, thief.token)).not.toContain(victim.conversationId)
  expect(await server.call(getContact, { params: { id: thief.id } })).toMatchObject({
    external_id: null,
    email: ADA.email,
  })
})

test('an unsigned claim by a known contact changes nothing about them', async () => {
  const { server, vouch } = await scene()
  const visitor = await createVisitor(server)
  await identify(visitor, await vouch({ sub: ADA.sub, name: 'Ada' }))
  const variables = { name: 'Mallory', email: 'victim@example.com' }
  await visitor.call(openVisitorConversation, { body: { client_id: randomUUID(), variables } })
  const params = { uuid: visitor.conversationId }
  await visitor.call(setVisitorVariables, { params, body: { variables } })
  const contact = await server.call(getContact, { params: { id: visitor.id } })
  expect(contact).toMatchObject({ name: 'Ada', email: null, variables })
})

test('the end webhook contains the verified address, and no other', async () => {
  const { server, id, vouch } = await scene()
  const body = { assistant_id: id, webhook_url: 'https://receiver.invalid/hook' }
  await server.call(enableConversationEndedWebhook, { body })
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const variables = { email: 'victim@example.com' }
  await identify(visitor, await vouch({ sub: ADA.sub, name: 'Ada' }))
  await visitor.call(setVisitorVariables, { params, body: { variables } })
  await visitor.call(endVisitorConversation, { params })
  const payload = server.context.db.prepare('SELECT payload FROM webhook_deliveries').pluck().get()
  expect(JSON.parse(String(payload))).toMatchObject({
    customer_name: 'Ada',
    customer_email: null,
    input_variables: variables,
  })
})

test('earlier unsigned values are not adopted', async () => {
  const { server, vouch } = await scene()
  const visitor = await createVisitor(server)
  const variables = { email: 'victim@example.com' }
  const params = { uuid: visitor.conversationId }
  await visitor.call(setVisitorVariables, { params, body: { variables } })
  await identify(visitor, await vouch({ sub: ADA.sub, name: 'Ada' }))
  expect(await server.call(getContact, { params: { id: visitor.id } })).toMatchObject({
    name: 'Ada',
    email: null,
  })
})

test.each([
  ['expired', { sub: 'a', exp: Math.floor(Date.now() / 1000) - 60 }, 'expired'],
  ['good for a year', { sub: 'a', exp: Math.floor(Date.now() / 1000) + 31_536_000 }, '30 days'],
  ['without an end', { sub: 'a', exp: undefined }, 'sub and exp'],
  ['without an id', { name: 'Ada' }, 'sub and exp'],
  ['with a blank id', { sub: ' ' }, 'claim sub'],
  ['with an endless id', { sub: 'a'.repeat(256) }, 'claim sub'],
  ['with an address that is none', { sub: 'a', email: 'no address' }, 'claim email'],
  ['with a name that is no text', { sub: 'a', name: { first: 'Ada' } }, 'claim name'],
  ['that is good tomorrow', { sub: 'a', nbf: Math.floor(Date.now() / 1000) + 900 }, 'not good yet'],
])('an identity %s is rejected', async (_, claims, reason) => {
  const { server, uuid, vouch } = await scene()
  const visitor = await createVisitor(server)
  const identity = await vouch(claims)
  await expect(identify(visitor, identity)).rejects.toMatchObject(refused(reason))
  await expect(arrive(server, uuid, identity)).rejects.toMatchObject(refused(reason))
  expect((await server.call(listContacts)).data).toHaveLength(1)
})

test('no other signing algorithm or secret is accepted', async () => {
  const { server, secret } = await scene()
  const visitor = await createVisitor(server)
  const claims = { ...ADA, exp: Math.floor(Date.now() / 1000) + 600 }
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const rs256 = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
  const other = await createdAssistant(server)
  const { secret: others } = await server.call(getIdentitySecret, { params: { id: other } })
  const publicModulus = (await exportJWK(publicKey)).n!
  const unsigned = new UnsecuredJWT(claims).encode()
  for (const [identity, reason] of [
    [rs256, 'HS256'],
    [await signed(secret, claims, 'HS512'), 'HS256'],
    [await signed(others, claims), 'not signed'],
    [await signed(publicModulus, claims), 'not signed'],
    [`${unsigned}x`, 'HS256'],
    [`${(await signed(secret, claims)).slice(0, -4)}AAAA`, 'not signed'],
    ['a.b.c', 'valid token'],
  ] as const) {
    await expect(identify(visitor, identity)).rejects.toMatchObject(refused(reason))
  }
  await expect(identify(visitor, unsigned)).rejects.toMatchObject({ status: 422 })
})

test('an assistant without a secret accepts no identity', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  await expect(identify(visitor, await signed('', ADA).catch(() => 'a.b.c'))).rejects.toMatchObject(
    {
      status: 422,
    },
  )
  await expect(identify(visitor, await signed('pids_', ADA))).rejects.toMatchObject(
    refused('not signed'),
  )
})

test('after a rotation the previous secret is valid for a day', async () => {
  let time = Date.now()
  const { server, id, uuid, secret } = await scene({ outside: { now: () => new Date(time) } })
  expect(secret).toMatch(/^pids_[\w-]{43}$/)
  const rotated = await server.call(rotateIdentitySecret, { params: { id } })
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.previous_valid_until).not.toBeNull()
  const claims = { sub: 'a', exp: Math.floor(time / 1000) + 100_000 }
  const [old, fresh] = [await signed(secret, claims), await signed(rotated.secret, claims)]
  await arrive(server, uuid, old)
  await arrive(server, uuid, fresh)
  time += 24 * 3_600_000
  await expect(arrive(server, uuid, old)).rejects.toMatchObject(refused('not signed'))
  await arrive(server, uuid, fresh)
  expect(await server.call(getIdentitySecret, { params: { id } })).toEqual({
    secret: rotated.secret,
    previous_valid_until: null,
  })
})

test('signing out ends one browser’s session and nothing else', async () => {
  const { server, uuid, vouch } = await scene()
  const laptop = await createVisitor(server)
  await identify(laptop, await vouch(ADA))
  const phone = await arrive(server, uuid, await vouch(ADA))
  const [here, there] = await Promise.all(
    [laptop.token, phone.token].map((token) =>
      followStream(`${server.url}/api/widget/stream`, { authorization: `Bearer ${token}` }),
    ),
  )
  await laptop.call(closeVisitorSession)
  await here!.next(({ type }) => type === 'session.closed')
  await here!.ended
  await expect(laptop.call(listVisitorConversations)).rejects.toMatchObject({ status: 401 })
  expect(await chats(server, phone.token)).toEqual([laptop.conversationId])
  expect(there!.events.map(({ type }) => type)).not.toContain('session.closed')
})

test('one assistant’s website says nothing about another’s visitors', async () => {
  const { server, vouch } = await scene()
  const other = await createdAssistant(server)
  await server.call(getIdentitySecret, { params: { id: other } })
  server.context.db.prepare("UPDATE assistants SET status = 'active'").run()
  const { uuid } = server.context.db
    .prepare('SELECT uuid FROM assistants WHERE id = ?')
    .get(other) as { uuid: string }
  await expect(arrive(server, uuid, await vouch(ADA))).rejects.toMatchObject(refused('not signed'))
})
