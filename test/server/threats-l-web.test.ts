import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { createApiKey, createUser } from '#contracts/accounts.ts'
import { importCalls } from '#contracts/call-import.ts'
import { ConfigError, readConfig } from '../../server/config.ts'
import { redactedPath } from '../../server/http/request-log.ts'
import { scaled } from '../../server/limits.ts'
import { createWire } from '../generated/wire.ts'
import { signedIn } from '../support/operators.ts'
import { KEY, startServer } from '../support/server.ts'

/* Group L of the threats: what leaves over HTTP. */

test('L15 a formula after another locale’s separator is not a formula in an exported CSV', async () => {
  const server = await startServer()
  const texts = ['x;=HYPERLINK(1)', 'x\t+1+1', 'x, @SUM(A1)', 'x;-2', 'x; y = 2']
  const calls = texts.map((transcript) => ({
    assistant_id: 1,
    type: 'inbound' as const,
    status: 'completed' as const,
    client_phone_number: '+4930123456',
    transcript,
  }))
  await server.call(importCalls, { body: { calls } })
  const csv = await (await server.fetch('/api/user/calls/export')).text()
  const rows: Record<string, string>[] = parse(csv, { columns: true })
  expect(rows.map(({ transcript }) => transcript).reverse()).toEqual([
    "x;'=HYPERLINK(1)",
    "x\t'+1+1",
    "x, '@SUM(A1)",
    "x;'-2",
    'x; y = 2',
  ])
})

const PUBLIC = 'https://chat.example.com'

/** Plain HTTP, for headers that `fetch` sets by itself. */
function wireTo({ url }: { readonly url: string }) {
  const wire = createWire(url)
  onTestFinished(wire.close)
  return { ...wire, local: new URL(url).host }
}

test('L11 a session cookie belongs to one server', async () => {
  const server = await startServer()
  const { port } = new URL(server.url)
  const { cookie, fetch: asOwner } = await signedIn(server, await server.signInLink())
  const [name, value] = cookie.split('=') as [string, string]
  expect(name).toBe(`parley_session_${port}`)
  const answers = await Promise.all(
    [
      `parley_session=${value}`,
      `parley_session_1=${value}`,
      `${name}=planted; ${name}=${value}`,
      `${name}=${value}; ${name}=planted`,
      `other=1; ${name}=${value}`,
    ].map((sent) => asOwner('/api/user/me', { headers: { cookie: sent } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 200])
})

test('L11 under a public https address no other host can set the cookie', async () => {
  const server = await startServer({ publicUrl: PUBLIC })
  const secret = (await server.signInLink()).split('#signin=')[1]!
  const answer = await wireTo(server).send('POST', '/api/session', {
    headers: { host: 'chat.example.com', 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  })
  expect(answer.status).toBe(200)
  const [cookie] = answer.headers['set-cookie']!
  expect(cookie).toMatch(/^__Host-parley_session=/)
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict'])
    expect(cookie!.split('; ')).toContain(part)
  expect(cookie).not.toMatch(/Domain/i)
})

test('L12 after twenty guesses even the right key with the same prefix is not looked up, while others are', async () => {
  const server = await startServer({ rates: scaled(1) })
  const withKey = async (key: string) =>
    (await fetch(`${server.url}/api/user/me`, { headers: { authorization: `Bearer ${key}` } }))
      .status
  const { api_key } = await server.call(createApiKey, { body: { name: 'Other' } })
  const near = KEY.slice(0, -1)
  for (let count = 0; count < 20; count += 1) await withKey(`${near}${count}`)
  expect(await withKey(KEY)).toBe(429)
  expect(await withKey(api_key.token)).toBe(200)
})

test('L12 a server with a public address rejects a guessable initial key', () => {
  const env = { PARLEY_PUBLIC_URL: PUBLIC, PARLEY_API_KEY: 'password' }
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig({ PARLEY_API_KEY: 'password' })).not.toThrow()
  expect(() => readConfig({ ...env, PARLEY_API_KEY: 'x'.repeat(24) })).not.toThrow()
})

test('L13 capability URLs do not appear in the log', () => {
  const secret = 'x'.repeat(43)
  expect(redactedPath(`/attachments/${secret}/a.png?x=1`)).toBe('/attachments/…/a.png')
  expect(redactedPath(`/recordings/${secret}.wav`)).toBe('/recordings/….wav')
  expect(redactedPath(`/api/conversations/${randomUUID()}/messages`)).toBe(
    '/api/conversations/…/messages',
  )
  expect(redactedPath('/api/user/conversations')).toBe('/api/user/conversations')
})

test('L14 an http page with the same host name is not a page of an https server', async () => {
  const server = await startServer({ publicUrl: PUBLIC })
  const wire = wireTo(server)
  const as = (origin: string, host = 'chat.example.com') =>
    wire.send('GET', '/api/user/me', {
      headers: { host, origin, authorization: `Bearer ${KEY}` },
    })
  expect((await as(PUBLIC)).status).toBe(200)
  expect((await as('http://chat.example.com')).status).toBe(403)
  expect((await as('https://chat.example.com:444')).status).toBe(403)
  expect((await as(PUBLIC, wire.local)).status).toBe(403)
  expect((await as(`http://${wire.local}`, wire.local)).status).toBe(200)
})

test('L14 browsers reached over https stay on https, and no opener window keeps a handle on the desk', async () => {
  const server = await startServer({ publicUrl: PUBLIC })
  const wire = wireTo(server)
  const [over, local] = await Promise.all(
    ['chat.example.com', wire.local].map((host) =>
      wire.send('GET', '/app/inbox', { headers: { host } }),
    ),
  )
  expect(over!.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(local!.headers['strict-transport-security']).toBeUndefined()
  expect(over!.headers['cross-origin-opener-policy']).toBe('same-origin')
})

test('L17 a sign-in link shows whose it is and stays unused', async () => {
  const server = await startServer()
  const { url } = server
  const preview = async (secret: string, headers: Record<string, string> = { origin: url }) => {
    const answer = await fetch(`${url}/api/session/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ secret }),
    })
    return answer.ok ? await answer.json() : answer.status
  }
  const { user, sign_in } = await server.call(createUser, {
    body: { name: 'Evil', email: 'evil@example.com' },
  })
  const secret = sign_in.url.split('#signin=')[1]!
  const account = { account: user.name, email: user.email }
  const evil = { name: expect.any(String), ...account, is_current: false }
  expect(await preview(secret)).toEqual(evil)
  expect(await preview(secret, { origin: 'https://evil.example' })).toBe(401)
  const owner = await signedIn(server, await server.signInLink())
  expect(await preview(secret, { origin: url, cookie: owner.cookie })).toEqual(evil)
  const own = (await server.signInLink()).split('#signin=')[1]!
  expect(await preview(own, { origin: url, cookie: owner.cookie })).toMatchObject({
    account: 'The team',
    is_current: true,
  })
  expect(await preview(KEY)).toMatchObject({ account: 'The team', is_current: false })
  expect(await preview('wrong')).toBe(422)
  await signedIn(server, sign_in.url)
  expect(await preview(secret)).toBe(422)
})

test('L17 signing in as another operator in a browser ends its previous session', async () => {
  const server = await startServer()
  const first = await signedIn(server, await server.signInLink())
  const secret = (await server.signInLink()).split('#signin=')[1]!
  const opened = await first.fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  })
  expect(opened.status).toBe(200)
  expect((await first.fetch('/api/user/me')).status).toBe(401)
  const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!
  expect((await first.fetch('/api/user/me', { headers: { cookie } })).status).toBe(200)
})

test('L17 guessing a link’s owner is as rate-limited as signing in', async () => {
  const server = await startServer({ rates: scaled(1) })
  const answers: number[] = []
  for (const path of ['/api/session/preview', '/api/session'])
    for (let count = 0; count < 15; count += 1) {
      const { status } = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify({ secret: `1|${count}` }),
      })
      answers.push(status)
    }
  expect(answers).toEqual([...Array(20).fill(422), ...Array(10).fill(429)])
})
