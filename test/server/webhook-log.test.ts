import { expect, test } from 'vitest'
import { enableInboundWebhook } from '#contracts/assistant-webhooks.ts'
import { getCallTimeline, simulateCall } from '#contracts/calls.ts'
import { startConversation } from '#contracts/public-chat.ts'
import {
  getWebhookDelivery,
  getWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
} from '#contracts/webhooks.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { askInboundWebhook } from '../../server/features/webhooks/ask-inbound.ts'
import { LIMITS } from '../../server/limits.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { activeAssistant, callDesk } from '../support/calls.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { allowing, KEY, startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { attempted, deliveryOf, hookServer, send, verified } from '../support/webhooks.ts'

const CALL = { customer_phone: '+4915112345678', assistant_phone: '+493012345678' }

const logOf = async (server: TestServer, id: number) =>
  (
    await server.call(getWebhookDelivery, {
      params: { id: deliveryOf(server, id).message_id },
    })
  ).log

test('every attempt is logged: the request as it was sent, and the response', async () => {
  const receiver = await startReceiver((res) => {
    res.writeHead(500, { 'x-shop': 'Bäckerei', 'set-cookie': ['a=1', 'b=2'] })
    res.end(`Sorry ${'x'.repeat(5000)}`)
  })
  const { server, clock } = await hookServer(receiver)
  const payload = { event: 'test', text: 'Grüße' }
  const id = await send(server, receiver.url, payload)
  await attempted(server, id)
  receiver.answer(status(200, {}, '{"ok":true}'))
  await clock.jump(6000)
  const { message_id } = await attempted(server, id, 2)
  const found = await server.call(getWebhookDelivery, { params: { id: message_id } })
  expect([found.body, found.payload]).toEqual([JSON.stringify(payload), payload])
  const [second, first] = found.log
  expect(found.log).toHaveLength(2)
  expect(first).toMatchObject({
    number: 1,
    started_at: '2026-03-01T12:00:00.000Z',
    duration_ms: 0,
    response_status: 500,
    response_headers: { 'x-shop': expect.any(String), 'set-cookie': 'a=1, b=2' },
    response_body: `Sorry ${'x'.repeat(2042)}`,
    error: 'The receiver answered 500',
  })
  expect(second).toMatchObject({
    number: 2,
    started_at: '2026-03-01T12:00:06.000Z',
    response_status: 200,
    response_body: '{"ok":true}',
    error: null,
  })
  // Byte for byte, with the signature of each attempt.
  expect([first!.request_headers, second!.request_headers]).toEqual(
    receiver.requests.map(({ headers }) => headers),
  )
  const { secret } = await server.call(getWebhookSecret)
  const sent = { headers: second!.request_headers, body: found.body }
  expect(verified(sent, secret, clock.outside.now())).toEqual(payload)
})

test('without a response the log says why, and an unsent request has no headers', async () => {
  const receiver = await startReceiver()
  await receiver.close()
  const { server } = await hookServer(receiver)
  const refused = await send(server, receiver.url)
  const blocked = await send(server, 'http://10.1.2.3/hook')
  for (const id of [refused, blocked]) await attempted(server, id)
  expect(await logOf(server, refused)).toMatchObject([
    {
      request_headers: { 'webhook-id': expect.any(String) },
      response_status: null,
      response_headers: null,
      response_body: null,
      error: 'The connection was refused',
    },
  ])
  expect(await logOf(server, blocked)).toMatchObject([
    { request_headers: {}, response_status: null, error: expect.stringMatching(/^Blocked: /) },
  ])
})

test('huge headers are truncated to 8 KB', async () => {
  const huge = Object.fromEntries(
    Array.from({ length: 13 }, (_, index) => [`x-${index}`, 'y'.repeat(1000)]),
  )
  const receiver = await startReceiver(status(200, huge))
  const { server } = await hookServer(receiver)
  const id = await send(server, receiver.url)
  expect((await attempted(server, id)).status).toBe('delivered')
  const [{ response_headers } = { response_headers: null }] = await logOf(server, id)
  const kept = JSON.stringify(response_headers)
  expect(kept.length).toBeGreaterThan(7000)
  expect(kept.length).toBeLessThan(LIMITS.webhookHeaderBytes + 500)
})

test('the latest attempts are kept, at most 50, and a resend continues the count', async () => {
  expect(LIMITS.webhookAttemptsKept).toBe(50)
  const receiver = await startReceiver()
  const server = await startServer({
    ...allowing(receiver.host),
    limits: { webhookAttemptsKept: 3 },
  })
  const id = await send(server, receiver.url)
  await attempted(server, id)
  for (let count = 2; count <= 5; count += 1) {
    await server.call(replayWebhookDelivery, { params: { id: deliveryOf(server, id).message_id } })
    await expect.poll(() => receiver.requests.length).toBe(count)
    await attempted(server, id)
  }
  expect((await logOf(server, id)).map(({ number }) => number)).toEqual([5, 4, 3])
})

test('an attempt rolled back with its outcome is not in the log', async () => {
  const receiver = await startReceiver()
  const { server } = await hookServer(receiver)
  const { db } = server.context
  db.exec(
    `CREATE TEMP TRIGGER broken BEFORE INSERT ON webhook_attempts BEGIN SELECT RAISE(ABORT, 'no'); END`,
  )
  const id = await send(server, receiver.url)
  await expect.poll(() => receiver.requests.length).toBe(1)
  expect(deliveryOf(server, id)).toMatchObject({ status: 'pending', attempts: 0 })
  db.exec('DROP TRIGGER broken')
})

test('a delivery states its subject', async () => {
  const receiver = await startReceiver()
  const { server } = await hookServer(receiver)
  const assistantId = await createdAssistant(server, {})
  const { db } = server.context
  const uuid = db
    .prepare<[number], string>('SELECT uuid FROM assistants WHERE id = ?')
    .pluck()
    .get(assistantId)!
  const { conversation_id } = await server.call(startConversation, {
    body: { assistant_id: uuid, type: 'test' },
  })
  const { id: conversationId } = conversationQueries(db).byUuid(conversation_id)!
  const id = await send(server, receiver.url, {}, { assistantId, conversationId })
  await attempted(server, id)
  const { data } = await server.call(listWebhookDeliveries)
  expect(data[0]).toMatchObject({
    assistant_id: assistantId,
    conversation_id,
    call_id: null,
    is_test: false,
  })
  db.prepare('DELETE FROM conversations WHERE id = ?').run(conversationId)
  expect(db.prepare('SELECT count(*) FROM webhook_attempts').pluck().get()).toBe(0)
})

test('a pre-call request is in the log, and never repeated', async () => {
  const receiver = await startReceiver(status(200, {}, '{"customer_name":"Ada"}'))
  const desk = await callDesk(allowing(receiver.host))
  const assistant_id = await activeAssistant(desk, { type: 'inbound' })
  await desk.call(enableInboundWebhook, { body: { assistant_id, webhook_url: receiver.url } })
  const { call_id } = await desk.call(simulateCall, {
    body: { assistant_id, type: 'inbound', phone_number: '+12025550105' },
  })
  const query = { event: 'inbound_call' } as const
  await expect.poll(async () => (await desk.call(listWebhookDeliveries, { query })).total).toBe(1)
  const { data } = await desk.call(listWebhookDeliveries, { query })
  expect(data[0]).toMatchObject({
    assistant_id,
    call_id,
    status: 'delivered',
    attempts: 1,
    response_body: '{"customer_name":"Ada"}',
    next_attempt_at: null,
  })
  const params = { id: data[0]!.id }
  const { log, payload } = await desk.call(getWebhookDelivery, { params })
  expect(log[0]!.request_headers).toEqual(receiver.requests[0]!.headers)
  expect(payload).toEqual({ customer_phone: '+12025550105', assistant_phone: null })
  const timeline = await desk.call(getCallTimeline, { params: { id: call_id } })
  expect(timeline.webhook_deliveries.map(({ event }) => event)).toEqual(['inbound_call'])
  await expect(desk.call(replayWebhookDelivery, { params })).rejects.toMatchObject({
    status: 409,
    message: 'A question about a call cannot be asked again',
  })
})

test.each([
  ['an error', status(500), 'dead', 'The receiver answered 500'],
  ['a 410', status(410), 'dead', 'The receiver answered 410'],
  ['nothing', () => undefined, 'dead', 'No whole answer within 2 s'],
] as const)(
  'a pre-call request answered with %s is over, and delays nothing',
  async (_, answer, ended, error) => {
    const receiver = await startReceiver(answer)
    const { server, clock } = await hookServer(receiver)
    const asked = askInboundWebhook(server.context, { userId: 1, url: receiver.url, ...CALL })
    await expect.poll(() => receiver.requests.length).toBe(1)
    await clock.jump(2000)
    expect(await asked).toEqual({})
    const { data } = await server.call(listWebhookDeliveries)
    expect(data).toMatchObject([{ event: 'inbound_call', status: ended, error, attempts: 1 }])
    await clock.jump(48 * 3_600_000)
    expect(receiver.requests).toHaveLength(1)
  },
)

test('a pre-call request to a forbidden address is blocked', async () => {
  const receiver = await startReceiver()
  const server = await startServer()
  await askInboundWebhook(server.context, { userId: 1, url: receiver.url, ...CALL })
  const { data } = await server.call(listWebhookDeliveries, { query: { status: 'blocked' } })
  expect(data).toMatchObject([{ event: 'inbound_call', attempts: 1 }])
  expect(receiver.requests).toEqual([])
})

test('the list is filtered by status, failure, event, assistant, URL and days', async () => {
  const receiver = await startReceiver(status(410))
  const { server, clock } = await hookServer(receiver)
  const assistantId = await createdAssistant(server, {})
  const blocked = await send(server, 'http://10.0.0.1/hook', {}, { kind: 'post_call', assistantId })
  const gone = await send(server, receiver.url)
  for (const id of [blocked, gone]) await attempted(server, id)
  await clock.jump(24 * 3_600_000)
  receiver.answer(status(200))
  const fine = await send(server, `${receiver.url}?b`)
  await attempted(server, fine)
  const all = [fine, gone, blocked]
  const found = async (query: NonNullable<Parameters<typeof listed>[0]>) => {
    const { data, total } = await listed(query)
    expect(total).toBe(data.length)
    return data.map(({ id }) => all.find((known) => deliveryOf(server, known).message_id === id))
  }
  type Query = {
    status?: 'failed' | 'delivered'
    event?: 'post_call'
    assistant_id?: number
    url?: string
    date_from?: string
    date_to?: string
  }
  const listed = (query: Query) => server.call(listWebhookDeliveries, { query })
  expect(await found({})).toEqual(all)
  expect(await found({ status: 'failed' })).toEqual([gone, blocked])
  expect(await found({ status: 'delivered' })).toEqual([fine])
  expect(await found({ event: 'post_call' })).toEqual([blocked])
  expect(await found({ assistant_id: assistantId })).toEqual([blocked])
  expect(await found({ assistant_id: assistantId, status: 'delivered' })).toEqual([])
  expect(await found({ url: receiver.url })).toEqual([gone])
  expect(await found({ url: receiver.url.slice(0, -1) })).toEqual([])
  expect(await found({ date_to: '2026-03-01' })).toEqual([gone, blocked])
  expect(await found({ date_from: '2026-03-02', status: 'delivered' })).toEqual([fine])
  const other = await anotherAccount(server)
  const query = { assistant_id: assistantId }
  expect((await other.call(listWebhookDeliveries, { query })).total).toBe(0)
  for (const bad of [
    'status=late',
    'event=x',
    'assistant_id=x',
    'date_from=2026-03-02&date_to=2026-03-01',
  ])
    expect((await server.fetch(`/api/user/webhook-deliveries?${bad}`)).status).toBe(422)
})

test('screens are told about each new delivery and the outcome of every attempt', async () => {
  const receiver = await startReceiver(status(500))
  const { server, clock } = await hookServer(receiver)
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  const id = await send(server, receiver.url)
  await attempted(server, id)
  receiver.answer(status(200))
  await clock.jump(6000)
  await attempted(server, id, 2)
  const told = () =>
    stream.events
      .filter(({ type }) => type.startsWith('delivery.'))
      .map(({ type, data }) => [type, data.status, data.attempts])
  await expect.poll(told).toEqual([
    ['delivery.created', 'pending', 0],
    ['delivery.updated', 'pending', 1],
    ['delivery.updated', 'delivered', 2],
  ])
  const { data } = await server.call(listWebhookDeliveries)
  expect(stream.events.findLast(({ type }) => type === 'delivery.updated')!.data).toEqual(data[0])
})
