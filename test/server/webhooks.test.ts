import { expect, test } from 'vitest'
import { listNotifications } from '#contracts/notifications.ts'
import {
  getWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
} from '#contracts/webhooks.ts'
import { networkQueries } from '../../server/features/platform/network/queries.ts'
import { askInboundWebhook } from '../../server/features/webhooks/ask-inbound.ts'
import { enqueueWebhook } from '../../server/features/webhooks/enqueue.ts'
import { startServer as start } from '../../server/start.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { allowing, emptyDataFolder, startServer, testConfig } from '../support/server.ts'
import { attempted, deliveryOf, hookServer, send, verified } from '../support/webhooks.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

test('a webhook is a POST whose exact bytes are signed', async () => {
  const receiver = await startReceiver()
  const { server, clock } = await hookServer(receiver)
  const payload = { event: 'test', text: 'Grüße 👋', nested: { list: [1, 2] } }
  const id = await send(server, receiver.url, payload)
  const delivery = await attempted(server, id)
  expect(delivery).toMatchObject({ status: 'delivered', response_status: 200, error: null })
  expect(delivery.next_attempt_at).toBeNull()
  const [request] = receiver.requests
  expect(request).toMatchObject({ method: 'POST', path: '/hook', body: JSON.stringify(payload) })
  expect(request!.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    'webhook-timestamp': String(Date.parse('2026-03-01T12:00:00Z') / 1000),
    'webhook-signature': expect.stringMatching(/^v1,[\w+/]+=*$/),
  })
  const { secret } = await server.call(getWebhookSecret)
  expect(verified(request!, secret, clock.outside.now())).toEqual(payload)
  expect(() => verified({ ...request!, body: '{}' }, secret, clock.outside.now())).toThrow()
})

test('the secret belongs to the account, can be shown again, and is nobody else’s', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const first = await server.call(getWebhookSecret)
  expect(first).toEqual({
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    previous_valid_until: null,
  })
  expect(await server.call(getWebhookSecret)).toEqual(first)
  expect((await other.call(getWebhookSecret)).secret).not.toBe(first.secret)
  for (const path of ['/api/user/webhook-secret', '/api/user/webhook-secret/rotate']) {
    const method = path.endsWith('rotate') ? 'POST' : 'GET'
    expect((await fetch(server.url + path, { method })).status).toBe(401)
  }
})

test('after a rotation both secrets sign for 24 hours, then only the new one', async () => {
  const receiver = await startReceiver()
  const { server, clock } = await hookServer(receiver)
  const old = await server.call(getWebhookSecret)
  const rotated = await server.call(rotateWebhookSecret)
  expect(rotated.secret).not.toBe(old.secret)
  expect(rotated.previous_valid_until).toBe('2026-03-02T12:00:00.000000Z')
  expect(await server.call(getWebhookSecret)).toEqual(rotated)

  await attempted(server, await send(server, receiver.url))
  await clock.jump(24 * HOUR - 1)
  await attempted(server, await send(server, receiver.url))
  for (const [index, at] of ['2026-03-01T12:00:00Z', '2026-03-02T11:59:59Z'].entries()) {
    const request = receiver.requests[index]!
    expect(request.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const { secret } of [old, rotated]) verified(request, secret, new Date(at))
  }
  await clock.jump(1)
  await attempted(server, await send(server, receiver.url))
  const last = receiver.requests[2]!
  expect(last.headers['webhook-signature']).toMatch(/^v1,\S+$/)
  verified(last, rotated.secret, clock.outside.now())
  expect(() => verified(last, old.secret, clock.outside.now())).toThrow()
  expect((await server.call(getWebhookSecret)).previous_valid_until).toBeNull()
})

test('a failing receiver is retried ten times over 75 hours, and then the delivery is dead', async () => {
  const receiver = await startReceiver(status(500))
  const { server, clock } = await hookServer(receiver)
  const id = await send(server, receiver.url)
  const delays = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR),
  ]
  for (const [index, delay] of delays.entries()) {
    const attempts = index + 1
    const { status, next_attempt_at, last_attempt_at } = await attempted(server, id, attempts)
    expect(status).toBe('pending')
    const wait = next_attempt_at! - last_attempt_at!
    expect(Math.abs(wait - delay)).toBeLessThanOrEqual(delay * 0.1)
    await clock.jump(wait - 1)
    expect(receiver.requests).toHaveLength(attempts)
    await clock.jump(1)
    const request = await expect
      .poll(() => receiver.requests[attempts])
      .toBeDefined()
      .then(() => receiver.requests[attempts]!)
    expect(Number(request.headers['webhook-timestamp'])).toBe(
      Math.floor(clock.outside.now().getTime() / 1000),
    )
  }
  expect(await attempted(server, id, 10)).toMatchObject({
    status: 'dead',
    next_attempt_at: null,
    response_status: 500,
    error: 'The receiver answered 500',
  })
  const given = { kind: 'delivery_failed', cause: 'webhook', url: receiver.url }
  expect((await server.call(listNotifications)).data).toMatchObject([
    { ...given, text: 'The receiver answered 500' },
  ])
  await clock.jump(48 * HOUR)
  expect(receiver.requests).toHaveLength(10)
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1)
})

test('the delays of many deliveries are spread', async () => {
  const receiver = await startReceiver(status(500))
  const { server } = await hookServer(receiver)
  const ids = await Promise.all(Array.from({ length: 20 }, () => send(server, receiver.url)))
  const waits = new Set<number>()
  for (const id of ids) waits.add((await attempted(server, id)).next_attempt_at!)
  expect(waits.size).toBeGreaterThan(5)
})

test.each([200, 201, 204, 299])('%i is a success', async (code) => {
  const receiver = await startReceiver(status(code))
  const { server } = await hookServer(receiver)
  const id = await send(server, receiver.url)
  expect(await attempted(server, id)).toMatchObject({ status: 'delivered', response_status: code })
})

test.each([301, 302, 304, 307, 400, 404, 500, 502])('%i is not, and is retried', async (code) => {
  const receiver = await startReceiver(status(code, { location: 'http://127.0.0.1:9/' }))
  const { server } = await hookServer(receiver)
  const delivery = await attempted(server, await send(server, receiver.url))
  expect(delivery).toMatchObject({ status: 'pending', response_status: code })
  expect(delivery.error).toBe(
    code < 400 ? 'Redirect not followed' : `The receiver answered ${code}`,
  )
})

test('410 disables the endpoint: nothing more is sent to it, for this account', async () => {
  const receiver = await startReceiver(status(500))
  const { server, clock } = await hookServer(receiver)
  const waiting = await send(server, receiver.url)
  await attempted(server, waiting)
  receiver.answer(status(410))
  const refused = await send(server, receiver.url)
  await attempted(server, refused)
  const later = await send(server, receiver.url)
  for (const id of [waiting, refused, later]) {
    expect(deliveryOf(server, id)).toMatchObject({ status: 'disabled', next_attempt_at: null })
  }
  await clock.jump(48 * HOUR)
  expect(receiver.requests).toHaveLength(2)

  receiver.answer(status(200))
  const other = await anotherAccount(server)
  const { context } = server
  const theirs = await context.write((tx) => {
    networkQueries(context.db).insert(tx, other.id, receiver.host, context.now())
    return enqueueWebhook(tx, context, {
      userId: other.id,
      kind: 'post_call',
      url: receiver.url,
      payload: {},
    })
  })
  expect((await attempted(server, theirs)).status).toBe('delivered')
})

test.each([
  [429, '120', 120 * SECOND],
  [503, '7200', 2 * HOUR],
  [503, 'Sun, 01 Mar 2026 13:00:00 GMT', HOUR],
  [429, '1', 5 * SECOND],
  [429, 'soon', 5 * SECOND],
  [429, '999999999', 24 * HOUR],
  [500, '7200', 5 * SECOND],
])(
  'a %i with Retry-After %s is retried after that time, a day at most',
  async (code, after, wait) => {
    const receiver = await startReceiver(status(code, { 'retry-after': after }))
    const { server } = await hookServer(receiver)
    const { next_attempt_at, last_attempt_at } = await attempted(
      server,
      await send(server, receiver.url),
    )
    const slack = wait === 5 * SECOND ? 500 : 0
    expect(Math.abs(next_attempt_at! - last_attempt_at! - wait)).toBeLessThanOrEqual(slack)
  },
)

test('a receiver that accepts and never responds has 15 seconds', async () => {
  const receiver = await startReceiver(() => undefined)
  const { server, clock } = await hookServer(receiver)
  const id = await send(server, receiver.url)
  await expect.poll(() => receiver.requests.length).toBe(1)
  await clock.jump(15 * SECOND - 1)
  expect(deliveryOf(server, id).attempts).toBe(0)
  await clock.jump(1)
  expect(await attempted(server, id)).toMatchObject({
    status: 'pending',
    response_status: null,
    response_body: null,
    error: 'No whole answer within 15 s',
    duration_ms: 15 * SECOND,
  })
})

test('at most 2 KB of a response are stored, as text', async () => {
  const receiver = await startReceiver((res) => res.end(`${'x'.repeat(2047)}${'ü'.repeat(40_000)}`))
  const { server } = await hookServer(receiver)
  const { status, response_body } = await attempted(server, await send(server, receiver.url))
  expect([status, response_body]).toEqual(['delivered', 'x'.repeat(2047)])
})

test('the same for a response that is not text', async () => {
  const receiver = await startReceiver((res) => res.end(Buffer.alloc(40_000, 0xff)))
  const { server } = await hookServer(receiver)
  const { response_body } = await attempted(server, await send(server, receiver.url))
  expect(response_body).toBe('\uFFFD'.repeat(682))
})

test('a forbidden address is blocked at once, and not connected to', async () => {
  const receiver = await startReceiver()
  const server = await startServer()
  expect(await attempted(server, await send(server, receiver.url))).toMatchObject({
    status: 'blocked',
    response_status: null,
    error: `Blocked: 127.0.0.1 is a private address; the owner can allow ${receiver.host} in Settings › Network`,
  })
  expect(receiver.requests).toEqual([])
})

test('a name that currently resolves to a private address is retried; Parley itself is never called', async () => {
  let address = '10.0.0.1'
  const receiver = await startReceiver()
  const clock = createClock()
  const outside = { ...clock.outside, lookup: async () => [{ address, family: 4 }] }
  const server = await startServer({ outside, ...allowing(receiver.host) })
  const id = await send(server, `http://hooks.example.com:${receiver.port}/hook`)
  expect(await attempted(server, id)).toMatchObject({ status: 'pending', response_status: null })
  address = '127.0.0.1'
  await clock.jump(6 * SECOND)
  expect((await attempted(server, id, 2)).status).toBe('delivered')

  const own = new URL(server.url)
  const self = await send(server, `${server.url}/api/user/me`)
  expect(await attempted(server, self)).toMatchObject({
    status: 'blocked',
    error: 'Blocked: Parley does not call itself',
  })
  expect(own.hostname).toBe('127.0.0.1')
})

test('a delivery left over by a shutdown is made after the next start, under the same id', async () => {
  const receiver = await startReceiver(status(500))
  const clock = createClock()
  const config = testConfig({ dataDir: emptyDataFolder(), ...allowing(receiver.host) })
  const first = await start(config, clock.outside)
  const failed = await send(first, receiver.url, { event: 'failed' })
  await attempted(first, failed)
  receiver.answer(() => undefined)
  const cut = await send(first, receiver.url, { event: 'cut off' })
  await expect.poll(() => receiver.requests.length).toBe(2)
  await first.stop()

  receiver.answer(status(200))
  await clock.jump(HOUR)
  const second = await start(config, clock.outside)
  try {
    expect(await attempted(second, failed, 2)).toMatchObject({ status: 'delivered' })
    // The interrupted attempt had no outcome, so it does not count.
    expect(await attempted(second, cut, 1)).toMatchObject({ status: 'delivered' })
  } finally {
    await second.stop()
  }
  const ids = (event: string) =>
    receiver.requests
      .filter(({ body }) => JSON.parse(body).event === event)
      .map(({ headers }) => headers['webhook-id'])
  for (const event of ['failed', 'cut off']) {
    expect(ids(event)).toHaveLength(2)
    expect(new Set(ids(event)).size).toBe(1)
  }
})

test('a webhook whose change is rolled back never existed', async () => {
  const receiver = await startReceiver()
  const { server } = await hookServer(receiver)
  const { context } = server
  await expect(
    context.write((tx) => {
      const webhook = {
        userId: 1,
        kind: 'conversation_ended',
        url: receiver.url,
        payload: {},
      } as const
      enqueueWebhook(tx, context, webhook)
      throw new Error('The change failed')
    }),
  ).rejects.toThrow('The change failed')
  const marker = await send(server, receiver.url, { event: 'marker' })
  await attempted(server, marker)
  expect(receiver.requests.map(({ body }) => body)).toEqual(['{"event":"marker"}'])
})

test('one dead receiver does not hold up the others', async () => {
  const [dead, alive] = [await startReceiver(() => undefined), await startReceiver()]
  const clock = createClock()
  const server = await startServer({ ...allowing(dead.host, alive.host), outside: clock.outside })
  for (let count = 0; count < 10; count += 1) await send(server, dead.url)
  const id = await send(server, alive.url)
  expect((await attempted(server, id)).status).toBe('delivered')
})

const CALL = { customer_phone: '+4915112345678', assistant_phone: '+493012345678' }

test('an inbound-call webhook gets both numbers, signed, and its object becomes variables', async () => {
  const receiver = await startReceiver(
    status(200, {}, '{"customer_name":"Ada","vip":true,"visits":3}'),
  )
  const { server, clock } = await hookServer(receiver)
  const { context } = server
  expect(await askInboundWebhook(context, { userId: 1, url: receiver.url, ...CALL })).toEqual({
    customer_name: 'Ada',
    vip: true,
    visits: 3,
  })
  const { secret } = await server.call(getWebhookSecret)
  expect(verified(receiver.requests[0]!, secret, clock.outside.now())).toEqual(CALL)
})

test.each<[string, Parameters<typeof startReceiver>[0]]>([
  ['no JSON', status(200, {}, 'hello')],
  ['a list', status(200, {}, '[1]')],
  ['null', status(200, {}, 'null')],
  ['an error with an object', status(500, {}, '{"a":1}')],
  ['a redirect', status(302, { location: 'http://example.com' }, '{"a":1}')],
  ['what cannot be stored', status(200, {}, '{"a":"\\u0000"}')],
  ['a prototype', status(200, {}, '{"__proto__":{"a":1}}')],
  ['10,000 levels', status(200, {}, `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)],
  ['40 levels', status(200, {}, `{"a":${'['.repeat(40)}${']'.repeat(40)}}`)],
  ['more than 64 KB', status(200, {}, `{"a":"${'x'.repeat(70_000)}"}`)],
])('an inbound-call webhook that answers %s gives no variables', async (_, answer) => {
  const receiver = await startReceiver(answer)
  const { server } = await hookServer(receiver)
  const { context } = server
  expect(await askInboundWebhook(context, { userId: 1, url: receiver.url, ...CALL })).toEqual({})
})

test('a call waits two seconds for its webhook and no longer', async () => {
  const receiver = await startReceiver(() => undefined)
  const { server, clock } = await hookServer(receiver)
  let variables: object | undefined
  const asked = askInboundWebhook(server.context, { userId: 1, url: receiver.url, ...CALL }).then(
    (found) => (variables = found),
  )
  await expect.poll(() => receiver.requests.length).toBe(1)
  await clock.jump(2 * SECOND - 1)
  expect(variables).toBeUndefined()
  await clock.jump(1)
  expect(await asked).toEqual({})
})

test('a dead webhook is shown in the log and resent with its own id, starting over with the first attempt', async () => {
  const receiver = await startReceiver(status(410))
  const { server } = await hookServer(receiver)
  const id = await send(server, receiver.url)
  await attempted(server, id)
  const { data } = await server.call(listWebhookDeliveries, { query: { status: 'disabled' } })
  expect(data).toMatchObject([{ status: 'disabled', attempts: 1, response_status: 410 }])
  expect((await server.call(listWebhookDeliveries, { query: { event: 'post_call' } })).total).toBe(
    0,
  )

  receiver.answer(status(200))
  const replayed = await server.call(replayWebhookDelivery, { params: { id: data[0]!.id } })
  expect(replayed.data).toMatchObject({ id: data[0]!.id, status: 'pending', attempts: 0 })
  await expect.poll(() => deliveryOf(server, id).status).toBe('delivered')
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([
    data[0]!.id,
    data[0]!.id,
  ])
  // The endpoint responds again, so later ones are sent to it as well.
  expect(deliveryOf(server, await send(server, receiver.url)).status).toBe('pending')
})

test('a webhook still in progress is not resent', async () => {
  const receiver = await startReceiver(status(500))
  const { server } = await hookServer(receiver)
  const { message_id: id } = await attempted(server, await send(server, receiver.url))
  const response = await server.fetch(`/api/user/webhook-deliveries/${id}/replay`, {
    method: 'POST',
  })
  expect([response.status, await response.json()]).toEqual([
    409,
    { message: 'The delivery is still under way' },
  ])
})
