import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookDelivery, WebhookEndpoint } from '#contracts/webhooks.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { canReplay } from '../../renderer/screens/records/deliveries.tsx'
import { networkAt } from '../../renderer/screens/webhooks/allowable.ts'
import { createDeliveryModel } from '../../renderer/screens/webhooks/delivery-model.ts'
import { createEndpointsModel, testsOf } from '../../renderer/screens/webhooks/endpoints-model.ts'
import {
  createReplayModel,
  createWebhooksModel,
} from '../../renderer/screens/webhooks/list-model.ts'
import { createSecretModel } from '../../renderer/screens/webhooks/secret-model.ts'
import { fakeLive, fakeServer, invalid, later, settle } from './support.ts'

const URL_OF_SHOP = 'https://shop.example/hook'
const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`

const delivery = (id: string, changes: Partial<WebhookDelivery> = {}): WebhookDelivery =>
  ({
    id,
    event: 'conversation_ended',
    url: URL_OF_SHOP,
    status: 'pending',
    assistant_id: 1,
    ...changes,
  }) as WebhookDelivery

const endpoint = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint =>
  ({
    url: URL_OF_SHOP,
    status: 'active',
    failed: 0,
    pending: 0,
    uses: [],
    ...changes,
  }) as WebhookEndpoint

const page = (...data: WebhookDelivery[]) => ({
  current_page: 1,
  data,
  last_page: 1,
  total: data.length,
})

async function list(start = '/app/webhooks') {
  const server = fakeServer()
  const live = fakeLive()
  const address = memoryAddress(start)
  server.on('GET /user/webhook-deliveries', page(delivery('msg_2'), delivery('msg_1')))
  server.on('GET /user/assistants/all', [])
  const model = createWebhooksModel({ api: server.api, live, address, storage: memoryStorage() })
  onTestFinished(() => model.stop())
  await settle()
  return { server, live, address, model }
}

test('a new webhook is counted in the lists it belongs to, and one that changes is updated in place', async () => {
  const { server, live, model } = await list('/app/webhooks?status=failed&event=conversation_ended')
  expect(server.calls.find(({ call }) => call.endsWith('deliveries'))?.query).toMatchObject({
    status: 'failed',
    event: 'conversation_ended',
  })
  const created = (data: WebhookDelivery) => live.emit({ type: 'delivery.created', id: 1, data })
  created(delivery('msg_3', { status: 'blocked' }))
  created(delivery('msg_4'))
  created(delivery('msg_5', { status: 'dead', event: 'post_call' }))
  live.emit({ type: 'delivery.updated', id: 2, data: delivery('msg_1', { status: 'delivered' }) })
  expect(model.fresh.value).toBe(1)
  expect(model.page.value?.data.map(({ id, status }) => [id, status])).toEqual([
    ['msg_2', 'pending'],
    ['msg_1', 'delivered'],
  ])
})

test('the first webhook is not missed when it arrives while the empty list is loading', async () => {
  const server = fakeServer()
  const live = fakeLive()
  const empty = later<object>()
  server.on('GET /user/webhook-deliveries', () => empty.promise)
  server.on('GET /user/assistants/all', [])
  const model = createWebhooksModel({
    api: server.api,
    live,
    address: memoryAddress('/app/webhooks'),
    storage: memoryStorage(),
  })
  onTestFinished(() => model.stop())
  live.emit({ type: 'delivery.created', id: 1, data: delivery('msg_1') })
  server.on('GET /user/webhook-deliveries', page(delivery('msg_1')))
  empty.resolve(page())
  await expect.poll(() => model.page.value?.total).toBe(1)
  expect(model.fresh.value).toBe(0)
})

test('only webhooks that match the address and assistant filters count as new', async () => {
  const query = new URLSearchParams({ url: URL_OF_SHOP, assistant_id: '1' })
  const { live, model } = await list(`/app/webhooks?${query}`)
  const created = (data: WebhookDelivery) => live.emit({ type: 'delivery.created', id: 1, data })
  created(delivery('msg_3'))
  created(delivery('msg_4', { url: 'https://other.example/' }))
  created(delivery('msg_5', { assistant_id: 2 }))
  expect(model.fresh.value).toBe(1)
})

test('an open dialog is in the URL, beside the filters', async () => {
  const { address, model } = await list('/app/webhooks?status=failed')
  model.dialog.value = 'secret'
  expect(address.url.value).toBe('/app/webhooks?status=failed&dialog=secret')
})

test('the number of resends is known before confirming, and excludes pre-call requests', async () => {
  const server = fakeServer()
  server.on('GET /user/webhook-deliveries', ({ url }: { url: URL }) => ({
    ...page(),
    total: url.searchParams.get('event') === 'inbound_call' ? 2 : 9,
  }))
  server.on('POST /user/webhook-deliveries/replay', { message: '', replayed: 7 })
  const model = createReplayModel(server.api, { url: URL_OF_SHOP, event: '', assistant_id: '4' })
  await settle()
  await settle()
  expect(model.count.value).toBe(7)
  // An empty filter is not sent.
  const rest = { status: 'failed', per_page: '1', url: URL_OF_SHOP, assistant_id: '4' }
  expect(server.calls.map(({ query }) => query)).toEqual([{ ...rest, event: 'inbound_call' }, rest])
  expect(await model.replay()).toBe(7)
  expect(server.bodies('POST /user/webhook-deliveries/replay')).toEqual([
    { url: URL_OF_SHOP, assistant_id: 4 },
  ])
})

test('an address is re-enabled in place, and a refusal is shown as a sentence', async () => {
  const server = fakeServer()
  const live = fakeLive()
  server.on('GET /user/webhook-endpoints', { data: [endpoint({ status: 'disabled' })] })
  const model = createEndpointsModel({ api: server.api, live })
  await settle()
  await expect(model.enable(URL_OF_SHOP)).rejects.toThrow(/./)
  expect(model.enabling.value).toBeUndefined()
  server.on('POST /user/webhook-endpoints/enable', { resumed: 3, data: endpoint() })
  expect(await model.enable(URL_OF_SHOP)).toBe(3)
  expect(model.endpoints.value?.map(({ status }) => status)).toEqual(['active'])
  model.stop()
  expect(live.count()).toBe(0)
})

test('a test is sent as the assistant that has the address for the event, and its result stays until dismissed', async () => {
  const uses = [
    { event: 'post_call', assistant_id: 2, assistant_name: 'Booking', is_enabled: true },
    { event: 'conversation_ended', assistant_id: 1, assistant_name: 'Guide', is_enabled: true },
  ] as const
  const choices = testsOf({ uses: [...uses] })
  expect(choices.map(({ event, assistant_id }) => [event, assistant_id])).toEqual([
    ['conversation_ended', 1],
    ['post_call', 2],
    ['inbound_call', 2],
  ])
  expect(testsOf({ uses: [] })).toEqual([])

  const server = fakeServer()
  server.on('GET /user/webhook-endpoints', { data: [endpoint({ uses: [...uses] })] })
  server.on('POST /user/webhooks/test', { message: '', data: delivery('msg_9', { is_test: true }) })
  const model = createEndpointsModel({ api: server.api, live: fakeLive() })
  onTestFinished(() => model.stop())
  await model.test(URL_OF_SHOP, choices[1]!)
  expect(server.bodies('POST /user/webhooks/test')).toEqual([
    { assistant_id: 2, event: 'post_call', url: URL_OF_SHOP },
  ])
  expect(model.tests.value[URL_OF_SHOP]).toMatchObject({ state: 'done', delivery: { id: 'msg_9' } })
  server.on('POST /user/webhooks/test', () => invalid({ url: ['The url is not reachable.'] }))
  await model.test(URL_OF_SHOP, choices[1]!)
  expect(model.tests.value[URL_OF_SHOP]).toEqual({
    state: 'refused',
    reason: 'The url is not reachable.',
  })
  model.putAway(URL_OF_SHOP)
  expect(model.tests.value).toEqual({})
})

test('a new secret replaces the one shown', async () => {
  const server = fakeServer()
  server.on('GET /user/webhook-secret', { secret: SECRET, previous_valid_until: null })
  const model = createSecretModel(server.api)
  await settle()
  expect(model.secret.value?.secret).toBe(SECRET)
  await expect(model.rotate()).rejects.toThrow(/./)
  server.on('POST /user/webhook-secret/rotate', {
    secret: 'whsec_new',
    previous_valid_until: '2026-11-22 09:00:00',
  })
  await model.rotate()
  expect(model.secret.value).toEqual({
    secret: 'whsec_new',
    previous_valid_until: '2026-11-22 09:00:00',
  })
})

test('a single webhook is always current, and marks which attempts were signed with the current secret', async () => {
  const body = '{"a":1}'
  const sign = (timestamp: string) =>
    `v1,${createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(`msg_7.${timestamp}.${body}`)
      .digest('base64')}`
  const attempt = (number: number, signature: string) => ({
    number,
    request_headers: {
      'Webhook-Id': 'msg_7',
      'webhook-timestamp': '1700000000',
      ...(signature && { 'webhook-signature': signature }),
    },
  })
  const whole = {
    ...delivery('msg_7'),
    payload: { a: 1 },
    body,
    error: null,
    log: [
      attempt(3, `v1,${'A'.repeat(43)}= ${sign('1700000000')}`),
      attempt(2, sign('1700000001')),
      attempt(1, ''),
    ],
  }
  const server = fakeServer()
  const live = fakeLive()
  server.on('GET /user/webhook-deliveries/msg_7', whole)
  server.on('GET /user/webhook-secret', { secret: SECRET, previous_valid_until: null })
  const model = createDeliveryModel({ api: server.api, live }, 'msg_7')
  await expect
    .poll(() => model.signatureStatuses.value)
    .toEqual({ 1: 'none', 2: 'not-now', 3: 'right' })

  server.on('GET /user/webhook-deliveries/msg_7', { ...whole, status: 'delivered' })
  live.emit({ type: 'delivery.updated', id: 1, data: delivery('msg_8') })
  await settle()
  expect(model.delivery.value?.status).toBe('pending')
  live.emit({ type: 'delivery.updated', id: 2, data: delivery('msg_7') })
  await expect.poll(() => model.delivery.value?.status).toBe('delivered')
  await expect(model.replay()).rejects.toThrow(/./)
  expect(model.busy.value).toBe(false)
  model.stop()
  expect(live.count()).toBe(0)
})

test('a blocked address leads to where the owner can allow it', () => {
  expect(networkAt('[::1]:80')).toBe('/app/settings/network?allow=%5B%3A%3A1%5D%3A80')
})

test('finished deliveries can be resent, except pre-call requests', () => {
  expect(canReplay({ status: 'dead', event: 'post_call' })).toBe(true)
  expect(canReplay({ status: 'pending', event: 'post_call' })).toBe(false)
  expect(canReplay({ status: 'delivered', event: 'inbound_call' })).toBe(false)
})
