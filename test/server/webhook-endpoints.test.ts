import { expect, test } from 'vitest'
import {
  disableWebhook,
  enableConversationEndedWebhook,
  enableInboundWebhook,
  enableWebhook,
} from '#contracts/assistant-webhooks.ts'
import { fault } from '#contracts/faults.ts'
import { listNotices } from '#contracts/notices.ts'
import {
  enableWebhookEndpoint,
  listWebhookEndpoints,
  replayFailedWebhooks,
  replayWebhookDelivery,
} from '#contracts/webhooks.ts'
import { disableEndpoint } from '../../server/features/webhooks/endpoints.ts'
import { completeWebhook, prepareWebhook } from '../../server/features/webhooks/enqueue.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { type Received, startReceiver, status } from '../support/receiver.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { attempted, deliveryOf, hookServer, send } from '../support/webhooks.ts'

const HOUR = 3_600_000

const endpointOf = async ({ call }: TestServer, url: string) =>
  (await call(listWebhookEndpoints)).data.find((endpoint) => endpoint.url === url)!

const noticesOf = async ({ call }: TestServer) =>
  (await call(listNotices)).data.map(({ kind, subject, reason }) => ({ kind, subject, reason }))

const statusesOf = (server: TestServer, ids: readonly number[]) =>
  ids.map((id) => deliveryOf(server, id).status)

const eventsOf = (requests: readonly Received[]) =>
  requests.map(({ body }) => JSON.parse(body).event)

/** Lets a new webhook fail every ten hours, this many times. */
async function failFor(
  { server, clock }: Awaited<ReturnType<typeof hookServer>>,
  url: string,
  times: number,
): Promise<number[]> {
  const ids: number[] = []
  for (let count = 0; count < times; count += 1) {
    if (count > 0) await clock.jump(10 * HOUR)
    ids.push(await send(server, url))
    await expect.poll(() => deliveryOf(server, ids.at(-1)!).attempts).toBeGreaterThan(0)
  }
  return ids
}

test('an endpoint without a success for 120 hours is disabled, and the account is notified', async () => {
  const receiver = await startReceiver(status(500))
  const desk = await hookServer(receiver)
  const { server, clock } = desk
  const ids = await failFor(desk, receiver.url, 12)
  expect(await endpointOf(server, receiver.url)).toMatchObject({
    status: 'failing',
    reason: 'The receiver answered 500',
    failing_since: '2026-03-01T12:00:00.000Z',
    disabled_at: null,
  })
  expect(await noticesOf(server)).toEqual([])
  await clock.jump(10 * HOUR)
  const reason = 'Nothing has arrived for 120 hours. The receiver answered 500'
  await expect
    .poll(() => noticesOf(server))
    .toEqual([{ kind: 'webhook_disabled', subject: receiver.url, reason }])
  const { status: state, disabled_at, pending, failed } = await endpointOf(server, receiver.url)
  expect([state, disabled_at, pending, failed]).toEqual([
    'disabled',
    '2026-03-06T12:00:00.000Z',
    0,
    12,
  ])
  expect(new Set(statusesOf(server, ids))).toEqual(new Set(['disabled']))
  const sent = receiver.requests.length
  expect(statusesOf(server, [await send(server, receiver.url)])).toEqual(['disabled'])
  await clock.jump(48 * HOUR)
  expect(receiver.requests).toHaveLength(sent)
})

test('one success restarts the 120 hours', async () => {
  const receiver = await startReceiver(status(500))
  const desk = await hookServer(receiver)
  const { server, clock } = desk
  await failFor(desk, receiver.url, 11)
  receiver.answer(status(200))
  await clock.jump(HOUR)
  await attempted(server, await send(server, receiver.url))
  await expect.poll(async () => (await endpointOf(server, receiver.url)).pending).toBeLessThan(12)
  expect(await endpointOf(server, receiver.url)).toMatchObject({
    status: 'active',
    reason: null,
    failing_since: null,
    last_delivered_at: expect.stringMatching(/^2026-03-05T/),
  })
  receiver.answer(status(500))
  await clock.jump(19 * HOUR)
  await attempted(server, await send(server, receiver.url))
  expect((await endpointOf(server, receiver.url)).status).toBe('failing')
  expect(await noticesOf(server)).toEqual([])
})

test('a 410 disables an endpoint; enabling it sends what waited, and dismisses the notice', async () => {
  const receiver = await startReceiver(status(410))
  const { server } = await hookServer(receiver)
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  const first = await send(server, receiver.url, { event: 'first' })
  await attempted(server, first)
  const waiting = await Promise.all(
    ['second', 'third'].map((event) => send(server, receiver.url, { event })),
  )
  expect(await noticesOf(server)).toEqual([
    { kind: 'webhook_disabled', subject: receiver.url, reason: 'The receiver answered 410' },
  ])
  expect(await endpointOf(server, receiver.url)).toMatchObject({ status: 'disabled', failed: 3 })

  receiver.answer(status(200))
  const body = { url: receiver.url }
  const enabled = await server.call(enableWebhookEndpoint, { body })
  expect(enabled).toMatchObject({
    resumed: 3,
    data: { url: receiver.url, status: 'active', reason: null, disabled_at: null, failed: 0 },
  })
  await expect
    .poll(() => statusesOf(server, [first, ...waiting]))
    .toEqual(Array(3).fill('delivered'))
  expect(eventsOf(receiver.requests)).toEqual(['first', 'first', 'second', 'third'])
  expect(await noticesOf(server)).toEqual([])
  expect(await server.call(enableWebhookEndpoint, { body })).toMatchObject({ resumed: 0 })
  await expect
    .poll(() => stream.events.map(({ type }) => type).filter((type) => type.startsWith('notice.')))
    .toEqual(['notice.created', 'notice.deleted'])
})

test('an unknown endpoint, or another account’s, cannot be enabled', async () => {
  const receiver = await startReceiver(status(410))
  const { server } = await hookServer(receiver)
  const id = await send(server, receiver.url)
  await attempted(server, id)
  const other = await anotherAccount(server)
  const body = { url: receiver.url }
  for (const call of [other.call, server.call]) {
    const url = call === server.call ? 'https://example.com/never' : body.url
    await expect(call(enableWebhookEndpoint, { body: { url } })).rejects.toMatchObject({
      status: 404,
    })
  }
  expect(await other.call(listWebhookEndpoints)).toEqual({ data: [] })
  expect(statusesOf(server, [id])).toEqual(['disabled'])
})

test.each([enableWebhook, enableConversationEndedWebhook, enableInboundWebhook])(
  'setting an endpoint’s URL again enables it, and sends what waits for it (%#)',
  async (endpoint) => {
    const receiver = await startReceiver(status(410))
    const { server } = await hookServer(receiver)
    const assistant_id = await createdAssistant(server, {})
    const ids = [await send(server, receiver.url)]
    await attempted(server, ids[0]!)
    ids.push(await send(server, receiver.url))
    receiver.answer(status(200))
    await server.call(endpoint, { body: { assistant_id, webhook_url: receiver.url } })
    await expect.poll(() => statusesOf(server, ids)).toEqual(['delivered', 'delivered'])
    expect(await noticesOf(server)).toEqual([])
  },
)

test('endpoints are listed with their uses: failing ones first, then by URL', async () => {
  const receiver = await startReceiver(status(410))
  const { server } = await hookServer(receiver)
  const [a, b] = ['https://a.example/hook', 'https://b.example/hook']
  // Set with the assistant itself, in one request.
  const id = await createdAssistant(server, {
    name: 'Bakery',
    webhook_url: b,
    is_webhook_active: true,
    conversation_ended_webhook_url: a,
  })
  await server.call(enableInboundWebhook, { body: { assistant_id: id, webhook_url: b } })
  await server.call(disableWebhook, { body: { assistant_id: id } })
  const gone = await send(server, receiver.url)
  const inside = await send(server, 'http://10.0.0.1/hook')
  for (const delivery of [gone, inside]) await attempted(server, delivery)
  const { data } = await server.call(listWebhookEndpoints)
  expect(data.map(({ url, status }) => [url, status])).toEqual([
    [receiver.url, 'disabled'],
    ['http://10.0.0.1/hook', 'failing'],
    [a, 'active'],
    [b, 'active'],
  ])
  const use = { assistant_id: id, assistant_name: 'Bakery' }
  expect(data.map(({ uses }) => uses)).toEqual([
    [],
    [],
    [{ ...use, event: 'conversation_ended', is_enabled: true }],
    [
      { ...use, event: 'inbound_call', is_enabled: true },
      { ...use, event: 'post_call', is_enabled: false },
    ],
  ])
  expect(
    await server
      .as()(listWebhookEndpoints)
      .catch(({ status }) => status),
  ).toBe(401)
})

test('all matching failed deliveries are resent, oldest first, each with its own id', async () => {
  const receiver = await startReceiver(status(410))
  const { server } = await hookServer(receiver)
  const assistantId = await createdAssistant(server, {})
  const events = ['one', 'two', 'three', 'four']
  const ids = await Promise.all(
    events.map((event, index) =>
      send(
        server,
        receiver.url,
        { event },
        { assistantId, kind: index === 2 ? 'post_call' : 'conversation_ended' },
      ),
    ),
  )
  await expect.poll(() => new Set(statusesOf(server, ids))).toEqual(new Set(['disabled']))
  const before = receiver.requests.length
  receiver.answer(status(200))
  const body = {
    event: 'conversation_ended',
    assistant_id: assistantId,
    url: receiver.url,
  } as const
  expect(
    await server.call(replayFailedWebhooks, { body: { ...body, url: 'https://x.example/' } }),
  ).toMatchObject({ replayed: 0 })
  expect(
    await (await anotherAccount(server)).call(replayFailedWebhooks, { body: {} }),
  ).toMatchObject({
    replayed: 0,
  })
  expect(await server.call(replayFailedWebhooks, { body })).toMatchObject({ replayed: 3 })
  await expect
    .poll(() => statusesOf(server, ids))
    .toEqual(['delivered', 'delivered', 'disabled', 'delivered'])
  expect(eventsOf(receiver.requests.slice(before))).toEqual(['one', 'two', 'four'])
  expect(receiver.requests.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual(
    [0, 1, 3].map((index) => deliveryOf(server, ids[index]!).message_id),
  )
  // The endpoint is enabled again.
  expect(await noticesOf(server)).toEqual([])
  expect(await server.call(replayFailedWebhooks, { body: {} })).toMatchObject({ replayed: 1 })
  expect(await server.call(replayFailedWebhooks, { body: {} })).toMatchObject({ replayed: 0 })
})

test('resending one enables its endpoint; what else waits there stays put', async () => {
  const receiver = await startReceiver(status(410))
  const { server } = await hookServer(receiver)
  const first = await send(server, receiver.url)
  await attempted(server, first)
  const second = await send(server, receiver.url)
  receiver.answer(status(200))
  await server.call(replayWebhookDelivery, { params: { id: deliveryOf(server, first).message_id } })
  await expect.poll(() => statusesOf(server, [first, second])).toEqual(['delivered', 'disabled'])
  expect((await endpointOf(server, receiver.url)).status).toBe('active')
  expect(await noticesOf(server)).toEqual([])
})

test('a delivery being prepared while its endpoint is disabled is complete when it is sent after all', async () => {
  const { context } = await startServer()
  const url = 'https://gone.example/hook'
  await context.write((tx) =>
    disableEndpoint(tx, context, { user_id: 1, url }, fault('receiver_answered', { status: 410 })),
  )
  const id = await context.write((tx) =>
    prepareWebhook(tx, context, { userId: 1, kind: 'conversation_ended', url, payload: {} }),
  )
  await context.write((tx) => completeWebhook(tx, context, id, { whole: true }))
  expect(deliveryOf({ context }, id)).toMatchObject({
    status: 'disabled',
    payload: '{"whole":true}',
  })
})
