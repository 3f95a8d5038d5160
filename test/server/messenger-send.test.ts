import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { getBalance } from '#contracts/balance.ts'
import { getConversation } from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import { listMessengerMessages, sendMessengerTemplate } from '#contracts/messenger.ts'
import {
  createMessengerTemplate,
  deleteMessengerSender,
  updateMessengerSender,
} from '#contracts/messenger-senders.ts'
import { listLedger, updatePrice } from '#contracts/money.ts'
import { createPhoneNumber, deletePhoneNumber } from '#contracts/phone-numbers.ts'
import { scaled } from '../../server/limits.ts'
import { anotherAccount } from '../support/accounts.ts'
import {
  approvedTemplate,
  CUSTOMER,
  type MessengerServer,
  messengerServer,
  post,
  write,
} from '../support/messenger.ts'
import { startServer } from '../support/server.ts'

const VARIABLES = { name: 'Ada', order: '17' }
const TEXT = 'Hello Ada, your order 17 is on its way.'

const balanceOf = async ({ call }: MessengerServer) => (await call(getMe)).total_balance

const statusesOf = async ({ call, sender }: MessengerServer, phone = CUSTOMER) =>
  (await call(listMessengerMessages, { params: { id: sender.id }, query: { phone } })).data.map(
    ({ body, status }) => [body, status],
  )

async function statusIs(server: MessengerServer, wanted: string, to: string) {
  const find = () =>
    server.context.db
      .prepare<[string], string>('SELECT status FROM messenger_messages WHERE to_number = ?')
      .pluck()
      .get(to)
  await expect.poll(find).toBe(wanted)
}

test('nobody sends without a key', async () => {
  const { as } = await startServer()
  const body = { sender_id: 1, template_id: 1, recipient_phone: CUSTOMER }
  await expect(as()(sendMessengerTemplate, { body })).rejects.toMatchObject({ status: 401 })
})

test('a template is sent, charged, delivered and read, and is a message of its conversation', async () => {
  const server = await messengerServer()
  const template_id = await approvedTemplate(server)
  await server.call(updatePrice, { params: { country: 'US' }, body: { messenger_price: 0.01 } })
  const { status, body } = await post(server, 'send', {
    sender_id: server.sender.id,
    template_id,
    recipient_phone: '+1 (202) 555-0123',
    recipient_name: 'Ada Lovelace',
    variables: VARIABLES,
  })
  expect(status).toBe(200)
  expect(Object.entries(body)).toEqual([
    ['success', true],
    ['conversation_id', expect.any(Number)],
    ['conversation_uuid', expect.any(String)],
    ['message_id', expect.any(Number)],
    ['whatsapp_message_id', 1],
    ['message_sid', expect.stringMatching(/^SANDBOX[0-9a-f]{32}$/)],
    ['status', 'queued'],
  ])
  expect(await balanceOf(server)).toBe(9.99)
  const { data: entries } = await server.call(listLedger, { query: { kind: 'messenger' } })
  expect(entries.map(({ kind }) => kind)).toEqual(['messenger.settled', 'messenger.hold'])
  const chat = await server.call(getConversation, { params: { uuid: body.conversation_uuid } })
  expect(chat).toMatchObject({
    type: 'messenger',
    ai_mode: 'auto',
    visitor: { name: 'Ada Lovelace', phone: CUSTOMER },
  })
  expect(chat.messages).toMatchObject([{ author: 'operator', content: TEXT }])
  // A key is nobody's face, and nobody's answer in reports.
  const { db } = server.context
  expect(db.prepare('SELECT operator_id FROM messages').pluck().all()).toEqual([null])
  expect(await statusesOf(server)).toEqual([[TEXT, 'sent']])
  await server.clock.advance(1000)
  await expect.poll(() => statusesOf(server)).toEqual([[TEXT, 'delivered']])
  await server.clock.advance(2000)
  await expect.poll(() => statusesOf(server)).toEqual([[TEXT, 'read']])
  const seen = await server.call(getConversation, { params: { uuid: body.conversation_uuid } })
  expect(seen.visitor_read_seq).toBe(1)
})

test('values go by number or by name, each once', async () => {
  const server = await messengerServer()
  const template_id = await approvedTemplate(server)
  const recipients = { sender_id: server.sender.id, template_id, recipient_phone: CUSTOMER }
  const sent = (variables?: unknown) => post(server, 'send', { ...recipients, variables })
  expect((await sent({ 1: 'Ada', 2: 17 })).status).toBe(200)
  for (const wrong of [
    {},
    [],
    { name: 'Ada' },
    { ...VARIABLES, more: 'x' },
    { ...VARIABLES, 1: 'twice' },
    { name: '', order: '17' },
  ]) {
    expect(await sent(wrong)).toMatchObject({
      status: 422,
      body: { success: false, error_code: 'TEMPLATE_MISMATCH' },
    })
  }
  expect((await sent('no object')).body).toMatchObject({
    success: false,
    error_code: 'VALIDATION_ERROR',
    errors: { variables: [expect.any(String)] },
  })
})

test('refusals of a template come in the order of the description', async () => {
  const server = await messengerServer()
  const { call, sender, context } = server
  const template_id = await approvedTemplate(server)
  const { data: number } = await call(createPhoneNumber, {
    body: { phone_number: '+14155550199', type: 'normal' },
  })
  const { data: rejected } = await call(createMessengerTemplate, {
    params: { id: sender.id },
    body: { name: 'rejected', language: 'en', category: 'marketing', body_text: 'Hello' },
  })
  const params = { id: sender.id }
  const change = (body: object) => call(updateMessengerSender, { params, body })
  await change({ phone_number_id: number.id, assistant_id: null })
  await call(deletePhoneNumber, { params: { id: number.id } })
  context.db.prepare('UPDATE messenger_senders SET messaging_limit = 1').run()
  await write(server, 'STOP')
  await call(updatePrice, { params: { country: 'US' }, body: { messenger_price: 100 } })

  const body: Record<string, unknown> = { sender_id: 999_999, recipient_phone: '+1 202' }
  const refused = async () => {
    const answer = await post(server, 'send', body)
    expect(answer.body).toMatchObject({ success: false, error: expect.any(String) })
    return [answer.status, answer.body.error_code]
  }
  expect(await refused()).toEqual([422, 'VALIDATION_ERROR'])
  body['template_id'] = 999_999
  expect(await refused()).toEqual([404, 'SENDER_NOT_FOUND'])
  body['sender_id'] = sender.id
  expect(await refused()).toEqual([422, 'SENDER_OFFLINE'])
  await change({ phone_number: '+14155552671' })
  expect(await refused()).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  body['template_id'] = rejected.id
  expect(await refused()).toEqual([422, 'TEMPLATE_NOT_APPROVED'])
  body['template_id'] = template_id
  expect(await refused()).toEqual([422, 'TEMPLATE_MISMATCH'])
  body['variables'] = VARIABLES
  expect(await refused()).toEqual([422, 'NO_ASSISTANT_CONFIGURED'])
  await change({ assistant_id: server.assistantId })
  expect(await refused()).toEqual([422, 'INVALID_PHONE'])
  body['recipient_phone'] = CUSTOMER
  expect(await refused()).toEqual([422, 'OPTED_OUT'])
  await write(server, 'START')
  // Another recipient has taken the one place.
  context.db.prepare('UPDATE prices SET messenger_price = 0').run()
  expect((await post(server, 'send', { ...body, recipient_phone: '+12025550111' })).status).toBe(
    200,
  )
  context.db.prepare('UPDATE prices SET messenger_price = 100000000').run()
  expect(await refused()).toEqual([422, 'MESSAGING_LIMIT_REACHED'])
  context.db.prepare('UPDATE messenger_senders SET messaging_limit = 2').run()
  expect(await refused()).toEqual([402, 'INSUFFICIENT_BALANCE'])
  context.db.prepare('UPDATE prices SET messenger_price = 1000').run()
  context.db.prepare('UPDATE messenger_senders SET messaging_limit = NULL').run()
  body['recipient_phone'] = '+15005550001'
  expect(await refused()).toEqual([422, 'PROVIDER_ERROR_21211'])
  await call(deleteMessengerSender, { params })
  expect(await refused()).toEqual([404, 'SENDER_NOT_FOUND'])
})

test('a free text is refused outside the window, and the refusal has the window', async () => {
  const server = await messengerServer()
  const body = { sender_id: server.sender.id, recipient_phone: CUSTOMER, message: 'Hello' }
  const never = await post(server, 'send-freeform', body)
  expect(never).toMatchObject({ status: 403, body: { error_code: 'SESSION_EXPIRED' } })
  expect(never.body.session_status).toEqual({
    is_open: false,
    can_send_freeform: false,
    requires_template: true,
    message: expect.any(String),
  })
  await write(server, 'Hello')
  const { status, body: sent } = await post(server, 'send-freeform', body)
  expect([status, 'status' in sent]).toEqual([200, false])
  expect(sent.session_status).toMatchObject({
    is_open: true,
    minutes_remaining: 1440,
    expires_at: '2026-01-02T12:00:00.000+00:00',
  })
  await server.clock.jump(24 * 3_600_000)
  expect(await post(server, 'send-freeform', body)).toMatchObject({
    status: 403,
    body: { session_status: { is_open: false, expired_at: '2026-01-02T12:00:00.000+00:00' } },
  })
})

test('an offline sender is 503 for a free text, and 422 for a template', async () => {
  const server = await messengerServer()
  server.context.db.prepare("UPDATE messenger_senders SET status = 'offline'").run()
  const body = { sender_id: server.sender.id, recipient_phone: CUSTOMER, message: 'Hello' }
  expect(await post(server, 'send-freeform', body)).toMatchObject({
    status: 503,
    body: { success: false, error: expect.any(String), error_code: 'SENDER_OFFLINE' },
  })
  expect(await post(server, 'send', { ...body, template_id: 1 })).toMatchObject({
    status: 422,
    body: { error_code: 'SENDER_OFFLINE' },
  })
})

test('recipients of the Sandbox meet their fates, and money follows them', async () => {
  const server = await messengerServer()
  const template_id = await approvedTemplate(server, 'Hello')
  await server.call(updatePrice, { params: { country: 'US' }, body: { messenger_price: 1 } })
  const to = (recipient_phone: string) =>
    post(server, 'send', { sender_id: server.sender.id, template_id, recipient_phone })
  expect(await to('+15005550004')).toMatchObject({
    status: 422,
    body: { error_code: 'PROVIDER_ERROR_21610' },
  })
  expect(await to('+15005550010')).toMatchObject({
    body: { error_code: 'PROVIDER_ERROR_UNKNOWN' },
  })
  expect(await balanceOf(server)).toBe(10)
  const unknown = await to('+15005550013')
  expect(unknown).toMatchObject({
    status: 500,
    body: { success: false, error_code: 'OUTCOME_UNKNOWN' },
  })
  expect((await server.call(getBalance)).held.messenger).toBe(1)
  expect(await balanceOf(server)).toBe(9)
  expect((await to('+15005550018')).status).toBe(200)
  expect((await to('+15005550019')).status).toBe(200)
  await server.clock.advance(3000)
  await statusIs(server, 'undelivered', '+15005550018')
  await statusIs(server, 'sent', '+15005550019')
  expect(await balanceOf(server)).toBe(7)
  // The channel is asked after a minute, and knows nothing of it.
  await server.clock.advance(60_000)
  await statusIs(server, 'failed', '+15005550013')
  expect(await balanceOf(server)).toBe(8)
  expect((await server.call(getBalance)).held.messenger).toBe(0)
})

test('the same key sends once', async () => {
  const server = await messengerServer()
  const template_id = await approvedTemplate(server, 'Hello')
  const body = { sender_id: server.sender.id, template_id, recipient_phone: CUSTOMER }
  const key = { 'idempotency-key': 'order-17' }
  const [first, again] = [
    await post(server, 'send', body, key),
    await post(server, 'send', body, key),
  ]
  expect(again).toEqual(first)
  expect(await statusesOf(server)).toHaveLength(1)
})

test('an account sends at most five messages a second', async () => {
  const server = await messengerServer({ rates: scaled(1) })
  await write(server, 'Hello')
  const body = { sender_id: server.sender.id, recipient_phone: CUSTOMER, message: 'Hello' }
  const send = async () => (await post(server, 'send-freeform', body)).status
  const five = await Promise.all(Array.from({ length: 5 }, send))
  expect(five).toEqual([200, 200, 200, 200, 200])
  const refused = await post(server, 'send-freeform', body)
  expect(refused).toMatchObject({ status: 429, body: { retry_after: 1 } })
  await server.clock.advance(1000)
  expect(await send()).toBe(200)
})

test('a refused message stays in the conversation, which says that it was not sent', async () => {
  const server = await messengerServer()
  const template_id = await approvedTemplate(server, 'Hello')
  await post(server, 'send', {
    sender_id: server.sender.id,
    template_id,
    recipient_phone: '+15005550009',
  })
  const { data } = await server.call(listInbox)
  const chat = await server.call(getConversation, { params: { uuid: data[0]!.id } })
  expect(chat.activities).toMatchObject([
    {
      kind: 'messenger_not_sent',
      data: { reason: "21614: The 'To' number is not a mobile number." },
    },
  ])
})

test('a sender of another account is no sender', async () => {
  const server = await messengerServer()
  const other = await anotherAccount(server)
  const body = { sender_id: server.sender.id, template_id: 1, recipient_phone: CUSTOMER }
  await expect(other.call(sendMessengerTemplate, { body })).rejects.toMatchObject({ status: 404 })
})
