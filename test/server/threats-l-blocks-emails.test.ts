import { expect, test } from 'vitest'
import { type BlockKind, blockSender, getSender } from '#contracts/blocks.ts'
import { getConversation } from '#contracts/conversations.ts'
import { setEmailReception } from '#contracts/email-receiving.ts'
import { listInbox } from '#contracts/inbox.ts'
import { serverWithOutbox } from '../support/email.ts'
import { emailedVisitor, inboxOf, writeMail } from '../support/incoming-mail.ts'
import { merge, split } from '../support/merges.ts'
import type { TestServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const block = ({ call }: TestServer, uuid: string, kinds?: BlockKind[]) =>
  call(blockSender, { params: { uuid }, body: { ...(kinds && { kinds }) } })

/** A server at which a stranger's email opens a conversation, and the code of what becomes of one. */
async function welcomingServer() {
  const server = await serverWithOutbox()
  const { id } = await starterAssistant(server)
  await server.call(setEmailReception, {
    body: { strangers: 'on', listed: [], assistant_id: Number(id), has_tags: true },
  })
  const receive = inboxOf(server)
  const arrives = async (from?: string) =>
    (await receive(writeMail({ subject: 'Hello', ...(from && { from }) }))).reason?.code
  /** The latest conversation and its contact. */
  const latest = async () => {
    const uuid = (await server.call(listInbox)).data[0]!.id
    const { visitor } = await server.call(getConversation, { params: { uuid } })
    return { uuid, visitor: visitor! }
  }
  return { server, receive, arrives, latest }
}

test('L21 an email from a stranger is left out while its address belongs to a blocked contact, whatever that is blocked by', async () => {
  const { server, arrives, latest } = await welcomingServer()
  expect(await arrives()).toBeUndefined()
  const { visitor } = await latest()
  const other = await createVisitor(server)
  await other.say('Hello')
  const { merge_id } = await merge(server, visitor, other)
  await block(server, other.conversationId)
  expect(await arrives()).toBe('email_blocked')
  await split(server, visitor, merge_id)
  expect(await arrives()).toBeUndefined()
})

test('L21 a blocked sender of emails stays blocked with any tag in their address, and after many emails', async () => {
  const { server, arrives, latest } = await welcomingServer()
  const [plain, tagged] = ['ana@example.org', 'Ana+b@Example.org']
  for (const from of [tagged, plain]) expect(await arrives(from)).toBeUndefined()
  await block(server, (await latest()).uuid, ['visitor'])
  for (const from of [plain, tagged, 'ana+c+d@example.org'])
    expect(await arrives(from)).toBe('email_blocked')
  for (const from of ['ana+b@example.com', 'anab@example.org', 'an@example.org'])
    expect(await arrives(from)).toBeUndefined()
})

test('L21 nobody who answers an email to them is blocked with whoever typed their address', async () => {
  const { server, receive, arrives } = await welcomingServer()
  const attacker = await emailedVisitor(server)
  expect((await receive(writeMail({ inReplyTo: attacker.messageId }))).status).toBe('taken')
  await block(server, attacker.conversationId, ['visitor'])
  expect(await arrives()).toBeUndefined()
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
