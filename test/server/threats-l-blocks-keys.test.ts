import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type BlockKind,
  blockSender,
  getSender,
  listBlocks,
  unblockSender,
} from '#contracts/blocks.ts'
import { mergeContacts, splitContacts } from '#contracts/contact-merges.ts'
import { getConversation, listMessages } from '#contracts/conversations.ts'
import { setEmailReception } from '#contracts/email-receiving.ts'
import { identifyVisitor } from '#contracts/identity.ts'
import { listInbox } from '#contracts/inbox.ts'
import { openVisitorConversation, setVisitorVariables } from '#contracts/widget.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { findTurn } from '../../server/features/conversations/turns/find-turn.ts'
import { serverWithOutbox } from '../support/email.ts'
import { website } from '../support/identity.ts'
import { emailedVisitor, inboxOf, writeMail } from '../support/incoming-mail.ts'
import { merge, split } from '../support/merges.ts'
import { messengerServer, write } from '../support/messenger.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { RECIPIENT } from '../support/sms.ts'
import { PUBLIC_URL, serverWithProvider } from '../support/sms-provider.ts'
import { createVisitor, starterAssistant, type TestVisitor } from '../support/visitor.ts'

const BLOCKED = { status: 403, message: 'Messages can’t be sent here at the moment.' }

const writes = (visitor: TestVisitor) =>
  visitor.say('Hello').then(
    () => true,
    () => false,
  )

/** A visitor who has given these details. */
async function known(server: TestServer, details: { email?: string; phone?: string }) {
  const visitor = await createVisitor(server)
  await visitor.say('Hello')
  const params = { uuid: visitor.conversationId }
  await visitor.call(setVisitorVariables, { params, body: { variables: details } })
  return visitor
}

const block = ({ call }: TestServer, uuid: string, kinds?: BlockKind[]) =>
  call(blockSender, { params: { uuid }, body: { ...(kinds && { kinds }) } })

test('L21 a block covers everything that is shown as the same contact, until it is split', async () => {
  const server = await startServer()
  const { call, context } = server
  const [ada, other] = [await known(server, { email: 'r@example.org' }), await known(server, {})]
  const { merge_id } = await call(mergeContacts, {
    params: { id: ada.id },
    body: { contact_id: other.id, fields: {} },
  })
  const { data } = await block(server, ada.conversationId)
  await expect(other.say('Me again')).rejects.toMatchObject(BLOCKED)
  const params = { uuid: other.conversationId }
  expect((await call(getConversation, { params })).ended_at).not.toBeNull()
  expect((await call(getSender, { params })).block).toEqual(data)
  const { id } = conversationQueries(context.db).byUuid(other.conversationId)!
  expect(await findTurn(context, { conversation_id: id })).toBeUndefined()
  await call(splitContacts, { params: { id: ada.id, merge_id } })
  expect([await writes(ada), await writes(other)]).toEqual([false, true])
})

test('L21 text messages of a blocked contact are left out, whatever it is blocked by', async () => {
  const server = await serverWithProvider({ publicUrl: PUBLIC_URL })
  const text = (MessageSid: string) =>
    server.report('/api/provider/sms/inbound', {
      MessageSid,
      From: RECIPIENT,
      To: '+14155552671',
      Body: 'Hello',
      NumMedia: '0',
    })
  await text('SM1')
  const [chat] = (await server.call(listInbox)).data
  await block(server, chat!.id, ['visitor'])
  await text('SM2')
  const { data } = await server.call(listInbox, { query: {} })
  expect(data.map(({ unread }) => unread)).toEqual([1])
})

test('L21 messages over a messaging service are left out, whatever the contact is blocked by', async () => {
  const server = await messengerServer()
  const { conversation_id: uuid } = await write(server, 'Hello')
  await block(server, uuid, ['visitor'])
  await expect(write(server, 'More')).rejects.toMatchObject({ status: 403 })
  const { data } = await server.call(listMessages, { params: { uuid } })
  expect(data.filter(({ content }) => content === 'More')).toEqual([])
})

test('L21 an email from a stranger is left out while its address belongs to a blocked contact, whatever that is blocked by', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const { id } = await starterAssistant(server)
  await server.call(setEmailReception, {
    body: { strangers: 'on', listed: [], assistant_id: Number(id), has_tags: true },
  })
  const [writer, other] = [await emailedVisitor(server), await known(server, {})]
  const arrives = async () => (await receive(writeMail({ subject: 'Hello' }))).reason?.code
  const { merge_id } = await merge(server, writer, other)
  await block(server, other.conversationId)
  // Nothing shows yet that the address is theirs, and not only typed.
  expect(await arrives()).toBeUndefined()
  const { data } = await server.call(listBlocks)
  await server.call(unblockSender, { params: { id: data[0]!.id } })
  expect((await receive(writeMail({ inReplyTo: writer.messageId }))).status).toBe('taken')
  await block(server, other.conversationId)
  expect(await arrives()).toBe('email_blocked')
  await split(server, writer, merge_id)
  expect(await arrives()).toBeUndefined()
})

test('L21 a browser merged with a customer of a messaging service is blocked by the id that it has there', async () => {
  const server = await messengerServer()
  const { conversation_id: uuid } = await write(server, 'Hello')
  // As a bot has it, where nobody has a number.
  server.context.db.prepare("UPDATE messenger_conversations SET customer = '4711'").run()
  const { visitor } = await server.call(getConversation, { params: { uuid } })
  const [ada, other] = [await known(server, {}), await known(server, {})]
  await merge(server, ada, visitor!)
  await block(server, uuid, ['messenger'])
  expect([await writes(ada), await writes(other)]).toEqual([false, true])
})

test('L21 blocking a sender keeps the blocks that are about somebody else, too', async () => {
  const server = await startServer()
  const email = 'a@example.org'
  const phone = '+12025550123'
  const [x, y] = [await known(server, { email, phone }), await known(server, { email })]
  const first = await block(server, x.conversationId)
  const second = await block(server, y.conversationId)
  expect((await server.call(listBlocks)).data).toEqual([second.data, first.data])
  // Both of these are about the sender alone, and replaced.
  await block(server, y.conversationId, ['email'])
  const last = await block(server, y.conversationId, ['visitor'])
  expect((await server.call(listBlocks)).data).toEqual([last.data, first.data])
})

test('L21 a sender is recognised however their address or number is written', async () => {
  const server = await startServer()
  const visitor = await known(server, { email: 'A+news@Example.org', phone: '+49 180 5 123456' })
  const { data } = await block(server, visitor.conversationId, ['email', 'phone'])
  const keys = [
    { kind: 'email', value: 'a@example.org' },
    { kind: 'phone', value: '+491805123456' },
  ]
  expect(data.keys).toEqual(keys)
  const [email, phone] = [
    await known(server, { email: 'a+1@example.org' }),
    await known(server, { phone: '+491805123456' }),
  ]
  expect([await writes(email), await writes(phone)]).toEqual([false, false])
})

test('L21 a number that cannot be recognised again is not offered', async () => {
  const server = await startServer()
  const visitor = await known(server, { phone: '0170 1234567' })
  const params = { uuid: visitor.conversationId }
  const { keys } = await server.call(getSender, { params })
  expect(keys.map(({ kind }) => kind)).toEqual(['visitor'])
})

test('L21 nobody has somebody else blocked by giving their address', async () => {
  const server = await startServer()
  const { vouch } = await website(server)
  const email = 'ceo@example.org'
  const ceo = await createVisitor(server)
  const identity = await vouch({ sub: 'ceo', email })
  const { token } = await ceo.call(identifyVisitor, { body: { identity } })
  const stranger = await known(server, { email })
  const unverified = async ({ conversationId: uuid }: TestVisitor) =>
    (await server.call(getSender, { params: { uuid } })).unverified
  expect([await unverified(stranger), await unverified(ceo)]).toEqual([['email'], []])
  await block(server, stranger.conversationId)
  expect(await writes(stranger)).toBe(false)
  const call = server.as({ authorization: `Bearer ${token}` })
  await call(openVisitorConversation, { body: { client_id: randomUUID() } })
})

test('L21 an address from which an email came in counts as verified', async () => {
  const server = await serverWithOutbox()
  const receive = inboxOf(server)
  const visitor = await emailedVisitor(server)
  const unverified = async (uuid: string) =>
    (await server.call(getSender, { params: { uuid } })).unverified
  expect(await unverified(visitor.conversationId)).toEqual(['email'])
  await receive(writeMail({ inReplyTo: visitor.messageId }))
  expect(await unverified(visitor.conversationId)).toEqual([])
})
