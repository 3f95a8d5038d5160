import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { enableInboundWebhook } from '#contracts/assistant-webhooks.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import { getCall } from '#contracts/calls.ts'
import { disableAi, endConversation } from '#contracts/conversations.ts'
import { getHome } from '#contracts/home.ts'
import { listNotices } from '#contracts/notices.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { sendTestWebhook } from '#contracts/webhook-tests.ts'
import {
  getWebhookDelivery,
  getWebhookSecret,
  listWebhookDeliveries,
  listWebhookEndpoints,
  replayWebhookDelivery,
} from '#contracts/webhooks.ts'
import { scaled } from '../../server/limits.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { activeAssistant, callDesk, dial, NUMBERS, playOut } from '../support/calls.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { allowing, startServer, type TestServer } from '../support/server.ts'
import { attempted, hookServer, send, verified } from '../support/webhooks.ts'

const SCHEMA = [
  { name: 'city', type: 'string', description: 'The city the customer lives in.' },
  { name: 'guests', type: 'number', description: 'How many come.' },
] as const

const bodyOf = ({ requests }: { requests: readonly { body: string }[] }, index = 0) =>
  JSON.parse(requests[index]!.body)

const uuidOf = ({ context }: TestServer, id: number) =>
  context.db.prepare<[number], string>('SELECT uuid FROM assistants WHERE id = ?').pluck().get(id)!

/** A finished chat of one message. */
async function endedChat(server: TestServer, id: number, said: string): Promise<string> {
  const { conversation_id: uuid } = await server.call(startConversation, {
    body: { assistant_id: uuidOf(server, id), type: 'widget' },
  })
  await server.call(disableAi, { params: { uuid } })
  await server.call(sendPublicMessage, { params: { uuid }, body: { message: said } })
  await server.call(endConversation, { params: { uuid } })
  return uuid
}

test('a test webhook is signed like any other, is based on the latest finished chat, and is sent once', async () => {
  const receiver = await startReceiver()
  const { server, clock } = await hookServer(receiver)
  const id = await createdAssistant(server, {
    conversation_ended_webhook_url: receiver.url,
    post_call_schema: [...SCHEMA],
  })
  await server.call(activateAssistant, { params: { id } })
  await endedChat(server, id, 'The first one')
  await clock.jump(1000)
  const uuid = await endedChat(server, id, 'Are you open on Sunday?')
  await expect.poll(() => receiver.requests.length).toBe(2)
  const { data, message } = await server.call(sendTestWebhook, {
    body: { assistant_id: id, event: 'conversation_ended' },
  })
  expect(message).toBe('Test webhook delivered successfully')
  expect(data).toMatchObject({
    event: 'conversation_ended',
    is_test: true,
    assistant_id: id,
    conversation_id: uuid,
    status: 'delivered',
    attempts: 1,
    response_status: 200,
    next_attempt_at: null,
  })
  const [, real, tried] = receiver.requests
  const { secret } = await server.call(getWebhookSecret)
  const payload = verified(tried!, secret, clock.outside.now()) as Record<string, unknown>
  expect(payload).toEqual({
    ...JSON.parse(real!.body),
    extracted_variables: { city: 'example', guests: 7 },
  })
  expect(Object.keys(payload)).toEqual(Object.keys(JSON.parse(real!.body)))
  expect(tried!.headers['webhook-id']).toBe(data.id)
  const { log } = await server.call(getWebhookDelivery, { params: { id: data.id } })
  expect(log).toHaveLength(1)
})

test('without any chat with the assistant, an example of the same shape is sent', async () => {
  const receiver = await startReceiver()
  const { server } = await hookServer(receiver)
  const id = await createdAssistant(server, {
    conversation_ended_webhook_url: receiver.url,
    webhook_url: receiver.url,
  })
  await server.call(activateAssistant, { params: { id } })
  const tryOut = (event: 'conversation_ended' | 'post_call') =>
    server.call(sendTestWebhook, { body: { assistant_id: id, event } })
  const { data } = await tryOut('conversation_ended')
  expect(data).toMatchObject({ conversation_id: null, status: 'delivered' })
  await tryOut('post_call')
  await endedChat(server, id, 'Hello')
  await expect.poll(() => receiver.requests.length).toBe(3)
  const [example, call, real] = [0, 1, 2].map((index) => bodyOf(receiver, index))
  expect(Object.keys(example)).toEqual(Object.keys(real))
  expect(Object.keys(example.transcript[0])).toEqual(Object.keys(real.transcript[0]))
  expect(example).toMatchObject({
    event: 'conversation_ended',
    assistant_id: uuidOf(server, id),
    formatted_transcript: expect.stringMatching(/^AI: .*\nCustomer: .*\nAI: .*$/),
  })
  expect(call).toMatchObject({ event: 'post_call', status: 'completed', duration: 60 })
})

test('a call’s test webhook is based on the latest call, whose own webhook response stays unchanged', async () => {
  const receiver = await startReceiver(status(200, {}, '{"from":"real"}'))
  const desk = await callDesk(allowing(receiver.host))
  const id = await activeAssistant(desk, { webhook_url: receiver.url, is_webhook_active: true })
  const callId = await dial(desk, id, NUMBERS.ordinary, { customer_name: 'Ada' })
  await playOut(desk, callId)
  await expect.poll(() => receiver.requests.length).toBe(1)
  const read = () => desk.call(getCall, { params: { id: callId } })
  await expect
    .poll(async () => (await read()).webhook_response)
    .toEqual({ status: 'success', data: { from: 'real' } })
  receiver.answer(status(500, {}, '{"from":"try"}'))
  const { data } = await desk.call(sendTestWebhook, {
    body: { assistant_id: id, event: 'post_call' },
  })
  expect(data).toMatchObject({ call_id: callId, is_test: true, status: 'dead' })
  expect(bodyOf(receiver, 1)).toEqual(bodyOf(receiver, 0))
  // Repeating the request is the same test.
  await desk.call(replayWebhookDelivery, { params: { id: data.id } })
  await expect.poll(() => receiver.requests.length).toBe(3)
  const again = async () =>
    (await desk.call(getWebhookDelivery, { params: { id: data.id } })).log.length
  await expect.poll(again).toBe(2)
  expect((await desk.call(getWebhookDelivery, { params: { id: data.id } })).status).toBe('dead')
  expect((await read()).webhook_response).toEqual({ status: 'success', data: { from: 'real' } })
})

test('testing the pre-call webhook sends a request with a two-second timeout', async () => {
  const receiver = await startReceiver(() => undefined)
  const { server, clock } = await hookServer(receiver)
  const id = await createdAssistant(server, {})
  await server.call(enableInboundWebhook, {
    body: { assistant_id: id, webhook_url: receiver.url },
  })
  const tried = server.call(sendTestWebhook, { body: { assistant_id: id, event: 'inbound_call' } })
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(bodyOf(receiver)).toEqual({
    customer_phone: '+12025550123',
    assistant_phone: '+12025550100',
  })
  await clock.jump(2000)
  expect((await tried).data).toMatchObject({
    event: 'inbound_call',
    status: 'dead',
    error: 'No whole answer within 2 s',
  })
})

test('a failed test raises no alarm: the endpoint keeps its status, and Home reports nothing', async () => {
  const receiver = await startReceiver(status(410))
  const { server } = await hookServer(receiver)
  const id = await createdAssistant(server, { webhook_url: receiver.url })
  const body = { assistant_id: id, event: 'post_call' } as const
  const { data, message } = await server.call(sendTestWebhook, { body })
  expect([data.status, data.error]).toEqual(['dead', 'The receiver answered 410'])
  expect(message).toBe('Test webhook was sent and not delivered')
  const [endpoint] = (await server.call(listWebhookEndpoints)).data
  expect(endpoint).toMatchObject({ status: 'active', failed: 0, last_delivered_at: null })
  expect(await server.call(listNotices)).toEqual({ data: [] })
  expect((await server.call(getHome)).needs_you.failed_webhooks).toBe(0)
  // A successful one marks the endpoint as healthy again.
  receiver.answer(status(500))
  await attempted(server, await send(server, receiver.url))
  expect((await server.call(listWebhookEndpoints)).data[0]!.status).toBe('failing')
  receiver.answer(status(200))
  await server.call(sendTestWebhook, { body })
  expect((await server.call(listWebhookEndpoints)).data[0]).toMatchObject({
    status: 'active',
    last_delivered_at: '2026-03-01T12:00:00.000Z',
  })
})

test('a test goes to the requested URL, under the same rules as any other', async () => {
  const receiver = await startReceiver()
  const { server } = await hookServer(receiver)
  const id = await createdAssistant(server, {})
  const body = { assistant_id: id, event: 'post_call' } as const
  await expect(server.call(sendTestWebhook, { body })).rejects.toMatchObject({
    status: 409,
    message: 'The assistant has no address for this event',
  })
  const sendTo = (url: string) => server.call(sendTestWebhook, { body: { ...body, url } })
  expect((await sendTo(receiver.url)).data).toMatchObject({
    status: 'delivered',
    url: receiver.url,
  })
  expect((await sendTo('http://169.254.169.254/latest')).data).toMatchObject({
    status: 'blocked',
    error: expect.stringMatching(/^Blocked: /),
  })
  await expect(sendTo('ftp://example.com/')).rejects.toMatchObject({ status: 422 })
  await expect(
    (await anotherAccount(server)).call(sendTestWebhook, { body: { ...body, url: receiver.url } }),
  ).rejects.toMatchObject({ status: 404 })
  expect(receiver.requests).toHaveLength(1)
  expect((await server.call(listWebhookDeliveries)).total).toBe(2)
})

test('tests are rate-limited', async () => {
  const receiver = await startReceiver()
  const server = await startServer({
    ...allowing(receiver.host),
    rates: { ...scaled(10_000), webhookTests: { max: 2, windowMs: 60_000 } },
  })
  const id = await createdAssistant(server, { webhook_url: receiver.url })
  const tryOut = () =>
    server.call(sendTestWebhook, { body: { assistant_id: id, event: 'post_call' } })
  await tryOut()
  await tryOut()
  await expect(tryOut()).rejects.toMatchObject({ status: 429 })
})

test('messages of a chat erased during a test are not stored', async () => {
  const receiver = await startReceiver(() => undefined)
  const { server, clock } = await hookServer(receiver)
  const id = await createdAssistant(server, {})
  await server.call(activateAssistant, { params: { id } })
  const word = `w${randomUUID()}`
  const uuid = await endedChat(server, id, word)
  const tried = server.call(sendTestWebhook, {
    body: { assistant_id: id, event: 'conversation_ended', url: receiver.url },
  })
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(receiver.requests[0]!.body).toContain(word)
  server.context.db.prepare('DELETE FROM conversations WHERE uuid = ?').run(uuid)
  await clock.jump(15_000)
  const { data } = await tried
  expect(data).toMatchObject({ status: 'dead', conversation_id: null })
  const { body } = await server.call(getWebhookDelivery, { params: { id: data.id } })
  expect(body).toBe('{}')
})
