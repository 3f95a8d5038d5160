import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { blockSender, unblockSender } from '#contracts/blocks.ts'
import { openChatLink } from '#contracts/chat-links.ts'
import { listMessages } from '#contracts/conversations.ts'
import { listEmails } from '#contracts/email.ts'
import { setEmailReception } from '#contracts/email-receiving.ts'
import { identifyVisitor } from '#contracts/identity.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import {
  openVisitorConversation,
  openVisitorSession,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { findTurn } from '../../server/features/conversations/turns/find-turn.ts'
import { chatLinkQueries } from '../../server/features/email/chat-links/queries.ts'
import { hashOf } from '../../server/http/principal.ts'
import { anotherAccount } from '../support/accounts.ts'
import { serverWithOutbox } from '../support/email.ts'
import { website } from '../support/identity.ts'
import { idle } from '../support/idle.ts'
import { emailedVisitor, inboxOf, writeMail } from '../support/incoming-mail.ts'
import { CUSTOMER, messengerServer, write } from '../support/messenger.ts'
import { startServer } from '../support/server.ts'
import { RECIPIENT } from '../support/sms.ts'
import { PUBLIC_URL, serverWithProvider } from '../support/sms-provider.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const BLOCKED = { status: 403, message: 'Messages can’t be sent here at the moment.' }

/** Endpoints left to a blocked visitor, who may read, leave, and say who they are. */
const OPEN_TO_BLOCKED = [
  'closeVisitorSession',
  'endVisitorConversation',
  'identifyVisitor',
  'readAsVisitor',
  'stopAnswer',
]

test('L21 every endpoint at which a visitor writes refuses one who is blocked', async () => {
  const writing = allEndpoints.filter(
    ({ endpoint }) => endpoint.plane === 'visitor' && endpoint.method !== 'get',
  )
  const open = writing.filter(({ endpoint }) => !endpoint.refusesBlocked).map(({ name }) => name)
  expect(open.sort()).toEqual(OPEN_TO_BLOCKED)

  const server = await startServer()
  const visitor = await createVisitor(server)
  const { conversationId: uuid } = visitor
  await visitor.say('You idiots')
  await server.call(blockSender, { params: { uuid }, body: { reason: 'Insults' } })
  // Leaving ends the token.
  for (const { name, endpoint } of writing.filter((one) => one.name !== 'closeVisitorSession')) {
    const target = `/api${endpoint.path.replace(':uuid', uuid)}`
    const response = await visitor.fetch(target, {
      method: endpoint.method.toUpperCase(),
      headers: { 'content-type': 'application/json' },
      body: endpoint.method === 'delete' ? null : '{}',
    })
    const { message } = (await response.json()) as { message: string }
    const isRefused = response.status === 403 && message === BLOCKED.message
    expect([name, isRefused]).toEqual([name, !OPEN_TO_BLOCKED.includes(name)])
  }
})

test('L21 nothing of a blocked visitor is waiting, answered or paid for, and nobody is named to them', async () => {
  const server = await startServer()
  const { call, context } = server
  const visitor = await createVisitor(server)
  const { conversationId: uuid } = visitor
  await visitor.say('I want to talk to a human')
  await call(blockSender, { params: { uuid }, body: {} })
  await expect(visitor.say('And again')).rejects.toMatchObject(BLOCKED)
  const refused = await visitor.say('Once more').catch((error: Error) => JSON.stringify(error))
  expect(String(refused)).not.toMatch(/Owner|team/i)
  const { views } = await call(countInbox)
  expect([views.open, views.unanswered, views.needs_person]).toEqual([0, 0, 0])
  const said = async () => (await call(listMessages, { params: { uuid } })).data.length
  const before = await said()
  await idle(context.db)
  expect(await said()).toBe(before)
  const { id } = conversationQueries(context.db).byUuid(uuid)!
  expect(await findTurn(context, { conversation_id: id })).toBeUndefined()
})

test('L21 a new browser of the same vouched identity is blocked, and other identities are not', async () => {
  const server = await startServer()
  const { uuid: assistant_id, vouch } = await website(server)
  const arrive = async (sub: string) => {
    const identity = await vouch({ sub, email: `${sub}@example.com` })
    const { token } = await server.as()(openVisitorSession, { body: { assistant_id, identity } })
    return server.as({ authorization: `Bearer ${token}` })
  }
  const open = async (call: Awaited<ReturnType<typeof arrive>>) =>
    call(openVisitorConversation, { body: { client_id: randomUUID() } })
  const { id: uuid } = await open(await arrive('ada'))
  await server.call(blockSender, { params: { uuid }, body: { kinds: ['identity'] } })
  await expect(open(await arrive('ada'))).rejects.toMatchObject(BLOCKED)
  await open(await arrive('bob'))
  // Somebody who signs in later is recognised, too.
  const anonymous = await createVisitor(server)
  const identity = await vouch({ sub: 'ada' })
  const { token } = await anonymous.call(identifyVisitor, { body: { identity } })
  await expect(open(server.as({ authorization: `Bearer ${token}` }))).rejects.toMatchObject(BLOCKED)
})

test('L21 a blocked visitor stays blocked once their website says who they are', async () => {
  const server = await startServer()
  const { vouch } = await website(server)
  const known = await createVisitor(server)
  const { token } = await known.call(identifyVisitor, {
    body: { identity: await vouch({ sub: 'ada' }) },
  })
  const visitor = await createVisitor(server)
  await server.call(blockSender, { params: { uuid: visitor.conversationId }, body: {} })
  await visitor.call(identifyVisitor, { body: { identity: await vouch({ sub: 'ada' }) } })
  await expect(
    server.as({ authorization: `Bearer ${token}` })(sendVisitorMessage, {
      params: { uuid: known.conversationId },
      body: { client_id: randomUUID(), content: 'Me again' },
    }),
  ).rejects.toMatchObject(BLOCKED)
})

test('L21 an email of a blocked sender becomes no message, as a reply or from a stranger', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const visitor = await emailedVisitor(server)
  const { id } = await starterAssistant(server)
  await server.call(setEmailReception, {
    body: { strangers: 'on', listed: [], assistant_id: Number(id), has_tags: true },
  })
  const { data } = await server.call(blockSender, {
    params: { uuid: visitor.conversationId },
    body: {},
  })
  expect(data.keys.map(({ kind }) => kind)).toEqual(['email', 'visitor'])
  const before = await visitor.said()
  const answer = () => writeMail({ inReplyTo: visitor.messageId })
  const ignored = { status: 'ignored', reason: { code: 'email_blocked' } }
  expect(await receive(answer())).toMatchObject(ignored)
  expect(await receive(writeMail({ subject: 'Hello' }))).toMatchObject(ignored)
  expect(await visitor.said()).toEqual(before)
  await server.call(unblockSender, { params: { id: data.id } })
  expect(await receive(answer())).toMatchObject({ status: 'taken' })
})

test('L21 text messages of a blocked number are left out, and STOP is obeyed all the same', async () => {
  const server = await serverWithProvider({ publicUrl: PUBLIC_URL })
  let count = 0
  const text = (Body: string, From = RECIPIENT) =>
    server.report('/api/provider/sms/inbound', {
      MessageSid: `SM${(count += 1)}`,
      From,
      To: '+14155552671',
      Body,
      NumMedia: '0',
    })
  await text('Hello')
  const [chat] = (await server.call(listInbox)).data
  await server.call(blockSender, { params: { uuid: chat!.id }, body: {} })
  await text('More')
  await text('STOP')
  const { data } = await server.call(listInbox, { query: {} })
  expect(data.map(({ unread }) => unread)).toEqual([1])
  const stops = server.context.db.prepare('SELECT customer FROM sms_stops').pluck().all()
  expect(stops).toEqual([RECIPIENT])
  await text('Hello', '+12025550124')
  expect((await server.call(listInbox, { query: {} })).data).toHaveLength(2)
})

test('L21 messages of a blocked customer of a messaging service are left out', async () => {
  const server = await messengerServer()
  const { conversation_id: uuid } = await write(server, 'Hello')
  await server.call(blockSender, { params: { uuid }, body: {} })
  await expect(write(server, 'More')).rejects.toMatchObject({ status: 403 })
  const { data } = await server.call(listMessages, { params: { uuid } })
  expect(data.filter(({ content }) => content === 'More')).toEqual([])
  expect(CUSTOMER).toMatch(/^\+/)
})

test('L21 a private link opens nothing for a blocked visitor, and stays unused', async () => {
  const server = await serverWithOutbox()
  const { call, context } = server
  const visitor = await emailedVisitor(server)
  const [email] = (await call(listEmails)).data
  const token = randomBytes(32).toString('base64url')
  const expiresAt = context.now().getTime() + 60_000
  await context.write((tx) =>
    chatLinkQueries(context.db).insert(tx, { hash: hashOf(token), emailId: email!.id, expiresAt }),
  )
  const open = () => server.as()(openChatLink, { body: { token } })
  const { data } = await call(blockSender, {
    params: { uuid: visitor.conversationId },
    body: {},
  })
  await expect(open()).rejects.toMatchObject(BLOCKED)
  await call(unblockSender, { params: { id: data.id } })
  expect((await open()).visitor_id).toBe(visitor.id)
})

test('L21 a block of one account does not affect another, and its ids are nothing there', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const stranger = await anotherAccount(server)
  const params = { uuid: visitor.conversationId }
  await expect(stranger.call(blockSender, { params, body: {} })).rejects.toMatchObject({
    status: 404,
  })
  await visitor.say('Still here')
  const { data } = await server.call(blockSender, { params, body: {} })
  await expect(stranger.call(unblockSender, { params: { id: data.id } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(visitor.say('Now?')).rejects.toMatchObject(BLOCKED)
})
