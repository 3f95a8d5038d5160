import { randomUUID } from 'node:crypto'
import { Agent, get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import {
  createApiKey,
  createUser,
  deleteApiKey,
  getMe,
  listApiKeys,
  updateMe,
} from '#contracts/accounts.ts'
import { listAssistants } from '#contracts/assistants.ts'
import { createClient } from '#contracts/client.ts'
import { disableAi, listConversations } from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import { listOperators } from '#contracts/operators.ts'
import { scaled } from '../../server/limits.ts'
import { createClock } from '../support/clock.ts'
import { signedIn } from '../support/operators.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const BOB = { name: 'Bob', email: 'bob@example.com' }

/** Opens a second account and returns its client. */
async function secondAccount({ call, as, url }: TestServer, body = BOB) {
  const { user, api_key } = await call(createUser, { body })
  const headers = { authorization: `Bearer ${api_key.token}` }
  return { user, token: api_key.token, call: as(headers), headers, url }
}

test('the owner opens another account, which is empty and isolated', async () => {
  const server = await startServer()
  const response = await server.fetch('/api/user/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...BOB, is_owner: true, id: 77, balance: 5 }),
  })
  expect(response.status).toBe(201)
  const body = await response.json()
  expect(body).toEqual({
    message: 'User created successfully',
    user: { id: expect.any(Number), ...BOB },
    api_key: {
      id: expect.any(Number),
      name: 'First key',
      token: expect.stringMatching(new RegExp(`^${body.api_key.id}\\|[\\w-]{43}$`)),
    },
    sign_in: { url: expect.stringContaining('/app/#signin='), expires_at: expect.any(String) },
  })
  const person = await signedIn(server, body.sign_in.url)
  expect((await person.call(listOperators)).data).toMatchObject([{ name: BOB.name, role: 'owner' }])
  expect(body.user.id).not.toBe(77)
  const bob = server.as({ authorization: `Bearer ${body.api_key.token}` })
  expect(await bob(getMe)).toEqual({ ...BOB, total_balance: 0 })
  expect((await bob(listAssistants)).total).toBe(0)
  expect((await bob(listConversations)).total).toBe(0)
  expect((await bob(listInbox)).data).toEqual([])
  expect((await bob(listApiKeys)).api_keys).toHaveLength(1)
})

test('only the owner can open accounts', async () => {
  const server = await startServer()
  const bob = await secondAccount(server)
  const eve = { name: 'Eve', email: 'eve@example.com' }
  await expect(server.as()(createUser, { body: eve })).rejects.toMatchObject({
    status: 401,
    body: { message: 'Unauthenticated.' },
  })
  await expect(bob.call(createUser, { body: eve })).rejects.toMatchObject({
    status: 403,
    body: { message: 'Only the owner of this Parley may do that.' },
  })
})

test.each<[object, Record<string, string[]>]>([
  [{ ...BOB, email: 'BOB@example.com' }, { email: ['The email has already been taken.'] }],
  [{ ...BOB, email: 'owner@localhost.com', name: ' ' }, { name: ['The name field is required.'] }],
  [
    { name: 5, email: 'nobody' },
    {
      name: ['The name must be a string.'],
      email: ['The email must be a valid email address.'],
    },
  ],
  [{}, { name: ['The name field is required.'], email: ['The email field is required.'] }],
])('%o is rejected by name', async (body, errors) => {
  const server = await startServer()
  await secondAccount(server)
  const response = await server.fetch('/api/user/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([response.status, await response.json()]).toEqual([
    422,
    { message: 'The given data was invalid.', errors },
  ])
})

test('an account may not use another’s email address, and may keep its own', async () => {
  const server = await startServer()
  const bob = await secondAccount(server)
  const { email } = await server.call(getMe)
  await server.call(updateMe, { body: { email: 'owner@example.com' } })
  expect(email).not.toBe(BOB.email)
  await expect(bob.call(updateMe, { body: { email: 'Owner@Example.com' } })).rejects.toMatchObject({
    status: 422,
    errors: { email: ['The email has already been taken.'] },
  })
  expect(await bob.call(updateMe, { body: { name: 'Robert', email: BOB.email } })).toMatchObject({
    name: 'Robert',
    email: BOB.email,
  })
})

test('an account receives and touches nothing of another’s', async () => {
  const server = await startServer()
  const bob = await secondAccount(server)
  const stream = await followStream(`${server.url}/api/user/stream?after=0`, bob.headers)
  const visitor = await createVisitor(server)
  await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  await visitor.say('hello')
  const params = { uuid: visitor.conversationId }
  await expect(bob.call(disableAi, { params })).rejects.toMatchObject({ status: 404 })
  const [key] = (await server.call(listApiKeys)).api_keys
  await expect(bob.call(deleteApiKey, { params: { id: key!.id } })).rejects.toMatchObject({
    status: 404,
    body: { message: 'API key not found' },
  })
  await bob.call(updateMe, { body: { name: 'Robert' } })
  // Bob's own actions come after all that, and are everything there is.
  const payload = { id: randomUUID() }
  const own = await server.context.write((tx) =>
    server.context.events.record(tx, { userId: bob.user.id, type: 'contact.deleted', payload }),
  )
  await stream.next(({ id }) => id === own)
  expect(stream.events.map(({ id }) => id)).toEqual([own])
})

test('a revoked key is rejected at once on an open connection, and its stream is closed', async () => {
  const server = await startServer()
  const { api_key } = await server.call(createApiKey, { body: { name: 'Second' } })
  const headers = { authorization: `Bearer ${api_key.token}` }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const me = () =>
    new Promise<{ status: number; port: number | undefined }>((resolve, reject) => {
      const req = get(`${server.url}/api/user/me`, { agent, headers }, (res) => {
        const port = req.socket!.localPort
        res.resume().on('end', () => resolve({ status: res.statusCode!, port }))
      })
      req.on('error', reject)
    })
  const before = await me()
  const stream = await followStream(`${server.url}/api/user/stream`, headers)
  await server.call(deleteApiKey, { params: { id: api_key.id } })
  await stream.ended
  expect(await me()).toEqual({ status: 401, port: before.port })
  expect(before.status).toBe(200)
})

test('a browser session opened by a key ends with the key; one opened by a link does not', async () => {
  const server = await startServer()
  const { api_key } = await server.call(createApiKey, { body: { name: 'Second' } })
  const signIn = async (secret: string) => {
    const response = await fetch(`${server.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    })
    expect(response.ok).toBe(true)
    return { cookie: response.headers.get('set-cookie')!.split(';')[0]! }
  }
  const [byKey, byLink] = [
    await signIn(api_key.token),
    await signIn((await server.server.createSignInLink()).secret),
  ]
  const stream = await followStream(`${server.url}/api/user/stream`, byKey)
  await server.call(deleteApiKey, { params: { id: api_key.id } })
  await stream.ended
  await expect(server.as(byKey)(getMe)).rejects.toMatchObject({ status: 401 })
  expect(await server.as(byLink)(getMe)).toMatchObject({ total_balance: 0 })
})

test('twenty wrong keys a minute from one address, then 429; a valid key still works', async () => {
  const clock = createClock()
  const server = await startServer({ rates: scaled(1), outside: clock.outside })
  const wrong = createClient({ origin: server.url, headers: { authorization: 'Bearer 1|wrong' } })
  const attempt = () =>
    wrong(getMe).then(
      () => 200,
      ({ status }) => status as number,
    )
  const statuses = []
  for (let count = 0; count < 22; count += 1) statuses.push(await attempt())
  expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
  expect((await server.call(getMe)).name).toBeTruthy()
  const response = await fetch(`${server.url}/api/user/me`, {
    headers: { authorization: 'Bearer 1|wrong' },
  })
  expect([response.headers.get('retry-after'), await response.json()]).toEqual([
    '60',
    { message: 'Too many requests.', retry_after: expect.any(Number) },
  ])
  await clock.jump(60_000)
  expect(await attempt()).toBe(401)
})

/** The same bytes, whatever is wrong with the key. */
const UNAUTHENTICATED = '{"message":"Unauthenticated."}'

test.each<[string, Record<string, string>, string]>([
  ['no header', {}, ''],
  ['another scheme', { authorization: `Basic ${KEY}` }, ''],
  ['two spaces', { authorization: `Bearer  ${KEY}` }, ''],
  ['a key in the address', {}, `?api_key=${KEY}&token=${KEY}`],
  ['a key of 8 KB', { authorization: `Bearer 1|${'x'.repeat(8000)}` }, ''],
  ['a key that is not ASCII', { authorization: 'Bearer 1|sch\u00fcssel' }, ''],
  ['half a key', { authorization: `Bearer ${KEY.slice(0, -1)}` }, ''],
  ['a key and more', { authorization: `Bearer ${KEY}x` }, ''],
  ['the secret part alone', { authorization: `Bearer ${KEY.slice(2)}` }, ''],
])('%s is 401, always with the same bytes', async (_, headers, query) => {
  const { url } = await startServer()
  const response = await fetch(`${url}/api/user/me${query}`, { headers })
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
  expect(await response.text()).toBe(UNAUTHENTICATED)
})

test('the scheme is case-insensitive; two headers count as none', async () => {
  const { url } = await startServer()
  const status = (headers: string[]) =>
    new Promise<number>((resolve, reject) => {
      const host = ['Host', new URL(url).host]
      get(`${url}/api/user/me`, { headers: [...host, ...headers] }, (res) => {
        res.resume()
        resolve(res.statusCode!)
      }).on('error', reject)
    })
  expect(await status(['Authorization', `bearer ${KEY}`])).toBe(200)
  const twice = ['Authorization', `Bearer ${KEY}`, 'Authorization', `Bearer ${KEY}`]
  expect(await status(twice)).toBe(401)
})
