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
import { identifyVisitor } from '#contracts/identity.ts'
import { listInbox } from '#contracts/inbox.ts'
import { openVisitorConversation, setVisitorVariables } from '#contracts/widget.ts'
import {
  isCustomerBlocked,
  isEmailBlocked,
} from '../../server/features/conversations/blocks/blocked.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { findTurn } from '../../server/features/conversations/turns/find-turn.ts'
import { website } from '../support/identity.ts'
import { merge } from '../support/merges.ts'
import { messengerServer, write } from '../support/messenger.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { RECIPIENT } from '../support/sms.ts'
import { PUBLIC_URL, serverWithProvider } from '../support/sms-provider.ts'
import { createVisitor, type TestVisitor } from '../support/visitor.ts'

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

test('L21 somebody who shares an address with a blocked contact writes and calls all the same, unless it is blocked', async () => {
  const server = await startServer()
  const { context } = server
  const { vouch } = await website(server)
  const details = { email: 'desk@example.org', phone: '+12025550123' }
  const arrives = async (sub: string) => {
    const visitor = await createVisitor(server)
    await visitor.say('Hello')
    await visitor.call(identifyVisitor, { body: { identity: await vouch({ sub, ...details }) } })
    return visitor.conversationId
  }
  const [ada, bob] = [await arrives('ada'), await arrives('bob')]
  const { user_id: userId } = conversationQueries(context.db).byUuid(ada)!
  const doors = () => [
    isCustomerBlocked(context, userId, details.phone),
    isEmailBlocked(context, userId, details.email),
  ]
  await block(server, ada, ['identity'])
  expect(doors()).toEqual([false, false])
  const { data } = await block(server, bob, ['identity'])
  expect(doors()).toEqual([true, true])
  await server.call(unblockSender, { params: { id: data.id } })
  await block(server, ada, ['identity', 'phone'])
  expect(doors()).toEqual([true, false])
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
