import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createUser } from '#contracts/accounts.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import { createNote } from '#contracts/notes.ts'
import { readNotifications, updateNotificationSettings } from '#contracts/notifications.ts'
import { createOperator } from '#contracts/operators.ts'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#contracts/push.ts'
import { closeSession } from '#contracts/sessions.ts'
import { createdAssistant } from '../support/assistants.ts'
import { createClock } from '../support/clock.ts'
import { colleague, signedIn, signedInOwner } from '../support/operators.ts'
import { startPushService } from '../support/push-service.ts'
import { allowing, startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

type Answers = Parameters<typeof startPushService>[0]

/** An agent whose browser gets web push, and a colleague who mentions them. */
async function scene(answers?: Answers, settings: object = {}) {
  const service = await startPushService(answers)
  const clock = createClock('2026-03-14T12:00:00Z')
  const server = await startServer({
    ...allowing(service.address),
    outside: clock.outside,
    ...settings,
  })
  const ben = await colleague(server, 'Ben')
  const owner = await signedInOwner(server)
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const subscribe = (changes: object = {}) =>
    ben.call(subscribeToPush, {
      body: { ...service.subscription, shows_text: false, language: 'en', ...changes },
    })
  const mention = (words = 'look at this') =>
    owner.call(createNote, { params, body: { client_id: randomUUID(), content: `@Ben ${words}` } })
  const waiting = () =>
    server.context.db.prepare("SELECT count(*) FROM jobs WHERE kind = 'push.send'").pluck().get()
  const pass = (ms: number) => clock.advance(ms)
  return { server, service, ben, owner, params, subscribe, mention, waiting, pass, clock }
}

test('a notification reaches a browser without tabs: encrypted, signed, and without its text', async () => {
  const { service, ben, subscribe, mention, params, pass, waiting } = await scene()
  const { data } = await subscribe()
  expect(data.subscription).toMatchObject({ shows_text: false })
  await mention('the refund of Ada')
  await pass(4000)
  expect(service.pushed).toEqual([])
  await pass(2000)
  await expect.poll(() => service.pushed.length).toBe(1)
  const [{ message, claims, bytes, ttl, path } = service.pushed[0]!] = service.pushed
  expect(path).toBe('/send/browser-1')
  expect(message).toEqual({
    title: 'You were mentioned',
    body: '',
    tag: params.uuid,
    url: `/app/inbox/${params.uuid}`,
  })
  expect(bytes.toString('latin1')).not.toContain('mentioned')
  expect(claims).toMatchObject({ aud: service.origin, key: data.public_key })
  expect(Number(claims['exp']) * 1000 - Date.parse('2026-03-14T12:00:00Z')).toBeLessThan(86_400_000)
  expect(ttl).toBeGreaterThan(14_000)
  await expect.poll(waiting).toBe(0)
  expect((await ben.call(getPush)).data.public_key).toBe(data.public_key)
})

test('names and texts are sent to whoever chose that, in the browser’s language', async () => {
  const { service, subscribe, mention, pass } = await scene()
  await subscribe({ shows_text: true, language: 'de' })
  await mention('the refund')
  await pass(6000)
  await expect.poll(() => service.pushed.length).toBe(1)
  expect(service.pushed[0]!.message).toMatchObject({
    title: 'Sie wurden erwähnt',
    body: expect.stringContaining('@Ben the refund'),
  })
})

test('nothing is pushed while a tab of the session is open, once it was read, in quiet hours, or for a kind that is off', async () => {
  const { server, service, ben, subscribe, mention, waiting, pass } = await scene()
  await subscribe()
  const settle = async () => {
    await pass(6000)
    await expect.poll(waiting).toBe(0)
  }
  const tab = await followStream(`${server.url}/api/user/stream`, { cookie: ben.cookie })
  await mention()
  await settle()
  await tab.close()
  await mention()
  await ben.call(readNotifications, { body: { up_to: Number.MAX_SAFE_INTEGER } })
  await settle()
  const quiet_hours = { is_on: true, from: '11:00', to: '13:00', timezone: 'UTC' }
  await ben.call(updateNotificationSettings, { body: { quiet_hours } })
  await mention()
  await settle()
  const kinds = { mention: { desk: true, sound: true, desktop: false } }
  await ben.call(updateNotificationSettings, {
    body: { kinds, quiet_hours: { ...quiet_hours, is_on: false } },
  })
  await mention()
  await settle()
  expect(service.pushed).toEqual([])
})

test('a busy service is tried again when it says so, and given up after four hours', async () => {
  const answers = [{ status: 429, headers: { 'retry-after': '120' } }, { status: 201 }]
  const busy = { status: 503, headers: { 'retry-after': '3600' } }
  const { service, subscribe, mention, waiting, pass } = await scene(
    (request) => answers[request] ?? busy,
  )
  await subscribe()
  await mention()
  await pass(6000)
  await expect.poll(() => service.pushed.length).toBe(1)
  await pass(100_000)
  expect(service.pushed).toHaveLength(1)
  await pass(30_000)
  await expect.poll(() => service.pushed.length).toBe(2)
  await expect.poll(waiting).toBe(0)
  await mention()
  for (let hour = 0; hour < 6; hour += 1) await pass(3_601_000)
  await expect.poll(waiting).toBe(0)
  const { length } = service.pushed
  await pass(7_200_000)
  expect(service.pushed).toHaveLength(length)
})

test.each([401, 403, 404, 410])(
  'a subscription that the service answers with %i is deleted',
  async (status) => {
    const { service, ben, subscribe, mention, pass } = await scene(() => ({ status }))
    await subscribe()
    await mention()
    await pass(6000)
    await expect.poll(() => service.pushed.length).toBe(1)
    await expect.poll(async () => (await ben.call(getPush)).data.subscription).toBeNull()
  },
)

test('a subscription whose key is no point of the curve is deleted, as nothing can be encrypted for it', async () => {
  const { service, ben, subscribe, mention, waiting, pass } = await scene()
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  await subscribe({ keys: { ...service.subscription.keys, p256dh } })
  await mention()
  await pass(6000)
  await expect.poll(waiting).toBe(0)
  await expect.poll(async () => (await ben.call(getPush)).data.subscription).toBeNull()
})

test('a subscription is its session’s alone: it ends with it, and a program with a key has none', async () => {
  const { server, service, ben, owner, subscribe, mention, pass, waiting } = await scene()
  await subscribe()
  expect((await owner.call(getPush)).data.subscription).toBeNull()
  expect((await owner.call(unsubscribeFromPush)).data.subscription).toBeNull()
  expect((await ben.call(getPush)).data.subscription).not.toBeNull()
  const body = { ...service.subscription, shows_text: false, language: 'en' }
  await expect(server.call(subscribeToPush, { body })).rejects.toMatchObject({ status: 403 })
  await mention()
  await ben.call(closeSession)
  await pass(6000)
  await expect.poll(waiting).toBe(0)
  expect(service.pushed).toEqual([])
  const rows = server.context.db.prepare('SELECT count(*) FROM push_subscriptions').pluck().get()
  expect(rows).toBe(0)
})

test('an address is called through the guarded door only, and the key is sealed', async () => {
  const { server, service, ben, subscribe, mention, pass, waiting } = await scene(undefined, {
    network: { policy: 'server', allowPrivate: [] },
  })
  await expect(subscribe({ endpoint: 'http://push.example.com/x' })).rejects.toMatchObject({
    status: 422,
  })
  await subscribe()
  await mention()
  await pass(6000)
  await expect.poll(waiting).toBe(0)
  expect(service.pushed).toEqual([])
  expect((await ben.call(getPush)).data.subscription).toBeNull()
  const sealed = server.context.db.prepare('SELECT private_key FROM push_keys').pluck().get()
  expect(sealed).toMatch(/^(v2|i2)\./)
})

test('L3 the addresses that the owner allows for their own account are not called for subscriptions of another', async () => {
  const { server, service, waiting, pass } = await scene()
  const body = { name: 'Bob', email: 'bob@example.com' }
  const bob = await signedIn(server, (await server.call(createUser, { body })).sign_in.url)
  const { sign_in } = await bob.call(createOperator, { body: { name: 'Eve' } })
  const eve = await signedIn(server, sign_in.url)
  await eve.call(subscribeToPush, {
    body: { ...service.subscription, shows_text: false, language: 'en' },
  })
  const account = { ...server, call: bob.call, fetch: bob.fetch }
  await bob.call(activateAssistant, { params: { id: await createdAssistant(account) } })
  const params = { uuid: (await createVisitor(account)).conversationId }
  await bob.call(createNote, { params, body: { client_id: randomUUID(), content: '@Eve look' } })
  await expect.poll(waiting).toBe(1)
  await pass(6000)
  await expect.poll(waiting).toBe(0)
  expect(service.pushed).toEqual([])
})
