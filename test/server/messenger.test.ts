import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { enableConversationEndedWebhook } from '#contracts/assistant-webhooks.ts'
import { activateAssistant, deactivateAssistant } from '#contracts/assistants.ts'
import {
  disableAi,
  endConversation,
  getConversation,
  replyToConversation,
} from '#contracts/conversations.ts'
import {
  getMessengerChannel,
  getMessengerSession,
  listMessengerMessages,
} from '#contracts/messenger.ts'
import {
  createMessengerTemplate,
  getMessengerSecret,
  listMessengerSenders,
  listMessengerTemplates,
  updateMessengerSender,
} from '#contracts/messenger-senders.ts'
import { createPhoneNumber, deletePhoneNumber } from '#contracts/phone-numbers.ts'
import { getWebhookSecret } from '#contracts/webhooks.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { createdAssistant } from '../support/assistants.ts'
import {
  approvedTemplate,
  CUSTOMER,
  type MessengerServer,
  messengerServer,
  post,
  SENDER,
  write,
} from '../support/messenger.ts'
import { startReceiver } from '../support/receiver.ts'
import { allowing } from '../support/server.ts'
import { verified } from '../support/webhooks.ts'

const conversation = (server: MessengerServer, uuid: string) =>
  server.call(getConversation, { params: { uuid } })

const arrived = async ({ call, sender }: MessengerServer) =>
  (
    await call(listMessengerMessages, {
      params: { id: sender.id },
      query: { phone: CUSTOMER },
    })
  ).data.filter(({ direction }) => direction === 'outbound')

/** Lets the assistant think and what it says arrive. */
async function settled(server: MessengerServer, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return (await arrived(server)).length
    })
    .toBe(count)
}

async function reply(server: MessengerServer, uuid: string, content: string) {
  const body = { client_id: crypto.randomUUID(), content }
  return server.call(replyToConversation, { params: { uuid }, body })
}

test('a message becomes a conversation, and what the assistant says goes out, once', async () => {
  const server = await messengerServer()
  const { conversation_id: uuid } = await write(server, 'What is Parley?')
  await settled(server, 1)
  const chat = await conversation(server, uuid)
  expect(chat).toMatchObject({ type: 'messenger', visitor: { phone: CUSTOMER } })
  expect(chat.messages.map(({ author }) => author)).toEqual(['visitor', 'assistant'])
  expect((await arrived(server))[0]!.body).toBe(chat.messages[1]!.content)
  await write(server, 'Thanks')
  await settled(server, 2)
  // The job again, as the next start would run it.
  const { context } = server
  const message_id = chat.messages[1]!.id
  await context.write((tx) =>
    context.jobs.add(tx, { kind: 'messenger.reply', payload: { message_id } }),
  )
  await server.clock.advance(1000)
  await expect.poll(() => context.jobs.count('messenger.reply')).toBe(0)
  expect(await arrived(server)).toHaveLength(2)
})

test('a message that the channel repeats is there once, and answered once', async () => {
  const server = await messengerServer()
  const same = { message_sid: 'wamid.same' }
  const [first] = await Promise.all([
    write(server, 'Hello', same),
    write(server, 'Hello', same),
    write(server, 'Hello', same),
  ])
  await settled(server, 1)
  expect(await write(server, 'Hello', same)).toEqual(first)
  await server.clock.advance(5000)
  const { messages } = await conversation(server, first.conversation_id)
  expect(messages.map(({ author }) => author)).toEqual(['visitor', 'assistant'])
  expect(await arrived(server)).toHaveLength(1)
})

test('messages of a conversation go out in the order in which they were said', async () => {
  const server = await messengerServer()
  const { conversation_id: uuid } = await write(server, 'Hello')
  await server.call(disableAi, { params: { uuid } })
  const words = Array.from({ length: 8 }, (_, index) => `Part ${index}`)
  for (const content of words) await reply(server, uuid, content)
  await expect
    .poll(async () => {
      await server.clock.advance(100)
      return (await arrived(server)).map(({ body }) => body).filter((body) => /^Part/.test(body))
    })
    .toEqual(words)
})

test('what is said while the window is closed is not sent, and the thread says so', async () => {
  const server = await messengerServer()
  const template_id = await approvedTemplate(server, 'Hello')
  const { conversation_id: uuid } = await write(server, 'Hello')
  await server.call(disableAi, { params: { uuid } })
  await server.clock.jump(24 * 3_600_000)
  const before = (await arrived(server)).length
  await reply(server, uuid, 'Are you still there?')
  const notSent = async () =>
    (await conversation(server, uuid)).activities
      .filter(({ kind }) => kind === 'messenger_not_sent')
      .map(({ data }) => data)
  await expect.poll(notSent).toEqual([{ reason: 'The 24-hour window is closed. Send a template.' }])
  // A template arrives, and opens nothing.
  const body = { sender_id: server.sender.id, template_id, recipient_phone: CUSTOMER }
  expect((await post(server, 'send', body)).status).toBe(200)
  const channel = await server.call(getMessengerChannel, { params: { uuid } })
  expect(channel).toMatchObject({
    customer_phone: CUSTOMER,
    is_opted_out: false,
    session_status: { is_open: false },
  })
  expect(await arrived(server)).toHaveLength(before + 1)
  await write(server, 'Yes')
  await reply(server, uuid, 'Good')
  await settled(server, before + 2)
})

test('after STOP nothing is sent to the customer until START', async () => {
  const server = await messengerServer()
  const { conversation_id: uuid } = await write(server, 'Stop.')
  await write(server, 'What about my order?')
  await server.clock.advance(5000)
  await reply(server, uuid, 'We are sorry')
  const kinds = async () => (await conversation(server, uuid)).activities.map(({ kind }) => kind)
  await expect.poll(kinds).toEqual(['messenger_stopped', 'messenger_not_sent'])
  expect(await arrived(server)).toEqual([])
  await write(server, 'START')
  await write(server, 'Hello again')
  await settled(server, 1)
})

test('without an active assistant a person answers', async () => {
  const server = await messengerServer()
  await server.call(deactivateAssistant, { params: { id: server.assistantId } })
  const { conversation_id: uuid } = await write(server, 'Is anybody there?')
  expect(await conversation(server, uuid)).toMatchObject({ ai_mode: 'human' })
  await reply(server, uuid, 'Yes, I am.')
  await settled(server, 1)
})

test('a sender’s new assistant answers from the next message on, and may hand over', async () => {
  const server = await messengerServer()
  const { call, context, sender } = server
  const second = await createdAssistant(server, { name: 'Second' })
  const third = await createdAssistant(server, { name: 'Third' })
  await call(activateAssistant, { params: { id: second } })
  const { conversation_id: uuid } = await write(server, 'Hello')
  const acting = () => conversationQueries(context.db).byUuid(uuid)!.acting_assistant_id
  const answeredBy = (assistant_id: number) =>
    call(updateMessengerSender, { params: { id: sender.id }, body: { assistant_id } })
  expect(acting()).toBeNull()
  await answeredBy(second)
  await write(server, 'Who are you?')
  expect(acting()).toBe(second)
  context.db.prepare('UPDATE conversations SET acting_assistant_id = ?').run(third)
  await write(server, 'And now?')
  expect(acting()).toBe(third)
  await answeredBy(server.assistantId)
  await write(server, 'Back again?')
  expect(acting()).toBeNull()
})

test('the session has the window, the conversation and the customer', async () => {
  const server = await messengerServer()
  const query = { sender_id: server.sender.id, recipient_phone: CUSTOMER }
  const status = () => server.call(getMessengerSession, { query })
  expect(await status()).toMatchObject({ success: true, has_conversation: false })
  const { conversation_id: uuid } = await write(server, 'Hello')
  expect(await status()).toMatchObject({
    has_conversation: true,
    conversation_uuid: uuid,
    customer_name: null,
    last_customer_message_at: '2026-01-01T12:00:00.000+00:00',
    session_status: { is_open: true, can_send_freeform: true, minutes_remaining: 1440 },
  })
  const invalid = await server.fetch(
    `/api/user/whatsapp/session-status?sender_id=${server.sender.id}&recipient_phone=12`,
  )
  expect([invalid.status, await invalid.json()]).toMatchObject([
    422,
    { error_code: 'INVALID_PHONE' },
  ])
})

test('templates are reviewed by the Sandbox, and rejected by name', async () => {
  const server = await messengerServer()
  const { call, clock, sender } = server
  const params = { id: sender.id }
  const submit = (name: string) =>
    call(createMessengerTemplate, {
      params,
      body: { name, language: 'en', category: 'utility', body_text: 'Hello {{1}}, {{2}}' },
    })
  const { data } = await submit('greeting')
  await submit('please_reject')
  expect(data).toMatchObject({ status: 'pending', variables: ['1', '2'], has_variables: true })
  await expect(submit('greeting')).rejects.toMatchObject({ status: 422 })
  const names = async (status: 'approved' | 'pending' | 'rejected') =>
    (await call(listMessengerTemplates, { params, query: { status } })).data.map(({ name }) => name)
  expect(await names('pending')).toEqual(['greeting', 'please_reject'])
  await clock.advance(4900)
  expect(await names('approved')).toEqual([])
  await clock.advance(100)
  await expect.poll(() => names('approved')).toEqual(['greeting'])
  await expect.poll(() => names('rejected')).toEqual(['please_reject'])
})

test('a sender whose number is deleted goes offline, and online with another', async () => {
  const server = await messengerServer()
  const { call, sender } = server
  const { data: number } = await call(createPhoneNumber, {
    body: { phone_number: '+14155550199', type: 'normal' },
  })
  const params = { id: sender.id }
  await call(updateMessengerSender, { params, body: { phone_number_id: number.id } })
  await call(deletePhoneNumber, { params: { id: number.id } })
  const listed = async (status: 'online' | 'offline') =>
    (await call(listMessengerSenders, { query: { status } })).data.map(({ id }) => id)
  expect([await listed('online'), await listed('offline')]).toEqual([[], [sender.id]])
  await call(updateMessengerSender, { params, body: { phone_number: SENDER } })
  expect(await listed('online')).toEqual([sender.id])
})

test('a sender’s webhook hears of every step, with both signatures', async () => {
  const receiver = await startReceiver()
  const server = await messengerServer(allowing(receiver.host))
  const { call, clock, sender } = server
  const params = { id: sender.id }
  await call(updateMessengerSender, {
    params,
    body: { read_receipts_webhook_url: receiver.url },
  })
  await write(server, 'Hello')
  const body = { sender_id: sender.id, recipient_phone: CUSTOMER, message: 'Good evening' }
  const { body: sent } = await post(server, 'send-freeform', body)
  const about = () =>
    receiver.requests
      .map((request) => ({ request, payload: JSON.parse(request.body) }))
      .filter(({ payload }) => payload.message_sid === sent.message_sid)
  await expect
    .poll(async () => {
      await clock.advance(1000)
      return about().map(({ payload }) => payload.status)
    })
    .toEqual(['sent', 'delivered', 'read'])
  const [{ request, payload } = {} as never] = about()
  expect(payload).toEqual({
    event: 'message_status',
    whatsapp_message_id: sent.whatsapp_message_id,
    message_sid: sent.message_sid,
    conversation_id: sent.conversation_uuid,
    assistant_id: expect.any(String),
    sender: { id: sender.id, phone_number: SENDER, display_name: 'Example Shop' },
    to: CUSTOMER,
    from: SENDER,
    direction: 'outbound',
    status: 'sent',
    error_code: null,
    error_message: null,
    error_description: null,
    timestamp: expect.any(String),
    provider_timestamp: null,
  })
  const { secret } = await call(getMessengerSecret, { params })
  const digest = createHmac('sha256', secret).update(request.body).digest('hex')
  expect(request.headers['x-signature-256']).toBe(`sha256=${digest}`)
  const { secret: own } = await call(getWebhookSecret)
  expect(verified(request, own, clock.outside.now())).toEqual(payload)
})

test('the webhook about the end of a conversation names its sender', async () => {
  const receiver = await startReceiver()
  const server = await messengerServer(allowing(receiver.host))
  await server.call(enableConversationEndedWebhook, {
    body: { assistant_id: server.assistantId, webhook_url: receiver.url },
  })
  const { conversation_id: uuid } = await write(server, 'Hello')
  await server.call(endConversation, { params: { uuid } })
  await expect
    .poll(async () => {
      await server.clock.advance(1000)
      return receiver.requests.length
    })
    .toBe(1)
  expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({
    type: 'messenger',
    sender: { phone_number: SENDER, display_name: 'Example Shop' },
  })
})
