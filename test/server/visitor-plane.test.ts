import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { updateEmbedding } from '#contracts/assistant-embedding.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import {
  getPublicAssistant,
  getVisitorConversation,
  openVisitorConversation,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import { scaled } from '../../server/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const SHOP = 'https://shop.example'
const json = { 'content-type': 'application/json' }

/** A server reachable from outside, with one website allowed. */
async function publicServer() {
  const server = await startServer({ publicUrl: 'https://chat.example.com' })
  const { id, uuid } = await starterAssistant(server)
  await server.call(updateEmbedding, { params: { id }, body: { allowed_origins: [SHOP] } })
  return { ...server, uuid }
}

function ask({ url, uuid }: TestServer & { uuid: string }, origin: string | undefined) {
  return fetch(`${url}/api/widget/assistants/${uuid}`, {
    headers: origin === undefined ? {} : { origin },
  })
}

function preflight({ url }: TestServer, origin: string) {
  return fetch(`${url}/api/widget/session`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
}

test('the exact origin of an allowed website is echoed, and no other', async () => {
  const server = await publicServer()
  const response = await ask(server, SHOP)
  expect(response.status).toBe(200)
  expect(response.headers.get('access-control-allow-origin')).toBe(SHOP)
  expect(response.headers.get('vary')).toContain('Origin')
})

test.each([
  ['null'],
  ['http://shop.example'],
  ['https://shop.example:8443'],
  ['https://sub.shop.example'],
  ['https://shop.example.evil.com'],
  ['https://SHOP.example'],
  ['http://localhost:3000'],
])('the origin %s is 403 and its preflight gets no permission', async (origin) => {
  const server = await publicServer()
  const response = await ask(server, origin)
  expect(response.status).toBe(403)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  const before = await preflight(server, origin)
  expect(before.status).toBe(204)
  expect(before.headers.get('access-control-allow-origin')).toBeNull()
  expect(before.headers.get('vary')).toContain('Origin')
})

test('an allowed website’s preflight is permitted', async () => {
  const response = await preflight(await publicServer(), SHOP)
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe(SHOP)
  expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE')
})

test('outside office hours the public settings say when the desk is staffed again', async () => {
  const server = await startServer({
    outside: { now: () => new Date('2026-11-22T12:00:00Z') },
  })
  const { id, uuid } = await starterAssistant(server)
  const ask = async () => (await server.as()(getPublicAssistant, { params: { uuid } })).away
  expect(await ask()).toBeNull()
  const hours = [...Array(6).fill([['09:00', '17:00']]), []]
  await server.call(updateAssistant, {
    params: { id },
    body: { timezone: 'Europe/Berlin', widget_settings: { hours } },
  })
  expect(await ask()).toEqual({ back_at: '2026-11-23T08:00:00.000000Z' })
})

test('a program without an origin is served: the origin is not authentication', async () => {
  expect((await ask(await publicServer(), undefined)).status).toBe(200)
})

test('on a local-only server, local pages may embed the assistant', async () => {
  const server = await startServer()
  const { uuid } = await starterAssistant(server)
  const response = await ask({ ...server, uuid }, 'http://localhost:3000')
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  expect((await ask({ ...server, uuid }, 'https://shop.example')).status).toBe(403)
})

test('the public settings contain what the widget needs and nothing else', async () => {
  const server = await publicServer()
  const settings = await (await ask(server, SHOP)).json()
  expect(Object.keys(settings).sort()).toEqual([
    'away',
    'draft_preview',
    'email_replies',
    'id',
    'initial_message',
    'language',
    'name',
    'picture',
    'reply_minutes',
    'settings',
    'team',
    'team_online',
    'web_calls',
  ])
})

test('an inactive and a missing assistant answer the same', async () => {
  const server = await publicServer()
  const missing = await ask({ ...server, uuid: randomUUID() }, undefined)
  server.context.db.prepare("UPDATE assistants SET status = 'inactive'").run()
  const inactive = await ask(server, undefined)
  expect([missing.status, await missing.text()]).toEqual([inactive.status, await inactive.text()])
})

test('an address may create sixty new visitors an hour', async () => {
  const server = await startServer({ rates: scaled(1) })
  for (let count = 0; count < 60; count += 1) await createVisitor(server)
  await expect(createVisitor(server)).rejects.toMatchObject({ status: 429 })
})

test('a visitor who has been away for a month starts over', async () => {
  let now = new Date('2026-01-01T00:00:00Z')
  const server = await startServer({ outside: { now: () => now } })
  const { call } = await createVisitor(server)
  now = new Date('2026-01-20T00:00:00Z')
  await call(openVisitorConversation, { body: { client_id: randomUUID() } })
  now = new Date('2026-03-01T00:00:00Z')
  await expect(
    call(openVisitorConversation, { body: { client_id: randomUUID() } }),
  ).rejects.toMatchObject({
    status: 401,
  })
})

test('a listed website may read that its visitor’s token is invalid, and a foreign one may not', async () => {
  const { url } = await publicServer()
  const ask = (origin: string) =>
    fetch(`${url}/api/widget/conversations`, {
      headers: { origin, authorization: 'Bearer expired' },
    })
  const [listed, foreign] = [await ask(SHOP), await ask('https://evil.test')]
  expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([401, SHOP])
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([401, null])
})

test('another assistant’s website is refused, and may not read the refusal', async () => {
  const server = await publicServer()
  // A second assistant keeps the website; the requested one no longer has it.
  server.context.db.exec(`
    CREATE TEMP TABLE copy AS SELECT * FROM assistants;
    UPDATE copy SET id = 2, uuid = 'another';
    INSERT INTO assistants SELECT * FROM copy;
    UPDATE assistants SET allowed_origins = '[]' WHERE id = 1;
  `)
  const response = await ask(server, SHOP)
  expect(response.status).toBe(403)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect((await preflight(server, SHOP)).headers.get('access-control-allow-origin')).toBe(SHOP)
})

test('a token in the URL grants no access', async () => {
  const server = await startServer()
  const { token } = await createVisitor(server)
  expect((await fetch(`${server.url}/api/widget/conversations?token=${token}`)).status).toBe(401)
})

test.each([
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'a=b'],
])('a simple cross-site request (%s) changes nothing', async (type, body) => {
  const server = await startServer()
  const response = await fetch(`${server.url}/api/widget/session`, {
    method: 'POST',
    headers: { 'content-type': type, origin: 'https://evil.test' },
    body,
  })
  expect(response.status).toBe(415)
  expect(server.context.db.prepare('SELECT count(*) FROM visitors').pluck().get()).toBe(0)
})

test('a message that is not text is rejected', async () => {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const response = await fetch(
    `${server.url}/api/widget/conversations/${visitor.conversationId}/messages`,
    {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${visitor.token}` },
      body: JSON.stringify({ client_id: randomUUID(), content: { type: 'img', props: {} } }),
    },
  )
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    errors: { content: ['The content must be a string.'] },
  })
})

test('a resent message is answered with the existing one', async () => {
  const server = await startServer()
  const { say, call, conversationId } = await createVisitor(server)
  const clientId = randomUUID()
  const [first, again, other] = [
    await say('Hello', clientId),
    await say('Hello, again', clientId),
    await say('And hello'),
  ]
  expect(again).toEqual(first)
  expect(other.id).not.toBe(first.id)
  const { messages } = await call(getVisitorConversation, { params: { uuid: conversationId } })
  expect(messages.filter(({ author }) => author === 'visitor')).toEqual([first, other])
})

test('nobody can write in another visitor’s conversation', async () => {
  const server = await startServer()
  const [one, other] = [await createVisitor(server), await createVisitor(server)]
  const saying = one.call(sendVisitorMessage, {
    params: { uuid: other.conversationId },
    body: { client_id: randomUUID(), content: 'Hello' },
  })
  await expect(saying).rejects.toMatchObject({ status: 404 })
})

test('the desk sees what variables say about the visitor', async () => {
  const server = await startServer()
  const { call, id } = await createVisitor(server)
  const variables = { customer_name: 'Ada', email: 'ada@example.com', plan: { name: 'gold' } }
  await call(openVisitorConversation, { body: { client_id: randomUUID(), variables } })
  expect(
    server.context.db.prepare('SELECT name, email, phone FROM visitors WHERE uuid = ?').get(id),
  ).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
    phone: null,
  })
})

test('keys like __proto__ in variables are data', async () => {
  const server = await startServer()
  const { token } = await createVisitor(server)
  const response = await fetch(`${server.url}/api/widget/conversations`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: `{"client_id":"${randomUUID()}","variables":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}`,
  })
  expect([201, 422]).toContain(response.status)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
