import { expect, test } from 'vitest'
import { createApiKey, deleteApiKey, getMe, listApiKeys, updateMe } from '#contracts/accounts.ts'
import { createSignInLink, openSession } from '#contracts/sessions.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'

/** Signs in and returns the cookie as the browser would send it. */
async function signIn(
  { url }: TestServer,
  secret: string,
): Promise<{ status: number; cookie: string; flags: string }> {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ secret }),
  })
  const flags = response.headers.get('set-cookie') ?? ''
  return { status: response.status, cookie: flags.split(';')[0]!, flags }
}

const me = ({ url }: TestServer, cookie: string) =>
  fetch(`${url}/api/user/me`, { headers: { cookie } })

test('the first run creates an owner, and its key identifies them', async () => {
  const { call } = await startServer()
  expect(await call(getMe)).toEqual({
    name: 'The team',
    email: 'owner@localhost',
    total_balance: 0,
  })
})

test('the owner’s name and address can be changed', async () => {
  const { call } = await startServer()
  const changed = await call(updateMe, { body: { name: 'Ann', email: 'ann@example.com' } })
  expect(changed).toMatchObject({ name: 'Ann', email: 'ann@example.com' })
  await expect(call(updateMe, { body: { email: 'nobody' } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { email: ['The email must be a valid email address.'] } },
  })
  expect(await call(getMe)).toEqual(changed)
})

test('a key is shown once, works, is listed without its token and can be revoked', async () => {
  const server = await startServer()
  const { message, api_key } = await server.call(createApiKey, { body: { name: 'n8n' } })
  expect(message).toBe('API key created successfully')
  expect(api_key.token).toMatch(/^\d+\|[\w-]{43}$/)
  const other = server.as({ authorization: `Bearer ${api_key.token}` })
  await other(getMe)
  const { api_keys } = await server.call(listApiKeys)
  expect(api_keys.map(({ name }) => name)).toEqual(['First key', 'n8n'])
  expect(JSON.stringify(api_keys)).not.toContain(api_key.token.split('|')[1])
  expect(api_keys[1]!.last_used_at).not.toBeNull()
  await server.call(deleteApiKey, { params: { id: api_key.id } })
  await expect(other(getMe)).rejects.toMatchObject({ status: 401 })
  await expect(server.call(deleteApiKey, { params: { id: api_key.id } })).rejects.toMatchObject({
    status: 404,
  })
})

test('no key, token or link is stored in clear text', async () => {
  const server = await startServer()
  const { secret } = await server.server.createSignInLink()
  const dump = JSON.stringify(
    ['api_keys', 'sessions'].map((table) =>
      server.context.db
        .prepare<[], { hash: Buffer }>(`SELECT * FROM ${table}`)
        .all()
        .map((row) => ({ ...row, hash: row.hash.toString('latin1') })),
    ),
  )
  expect(dump).not.toContain(secret)
  expect(dump).not.toContain(KEY)
})

test('a sign-in link works once, and its session is a SameSite=Strict, HttpOnly cookie', async () => {
  const server = await startServer()
  const { url, secret } = await server.server.createSignInLink()
  expect(url).toBe(`${server.url}/app/#signin=${secret}`)
  const { status, cookie, flags } = await signIn(server, secret)
  expect(status).toBe(200)
  expect(flags).toMatch(/HttpOnly/)
  expect(flags).toMatch(/SameSite=Strict/)
  expect((await me(server, cookie)).status).toBe(200)
  expect((await signIn(server, secret)).status).toBe(422)
})

test('a link is valid for an hour', async () => {
  let now = new Date('2026-01-01T00:00:00Z')
  const server = await startServer({ outside: { now: () => now } })
  const { secret } = await server.server.createSignInLink()
  now = new Date('2026-01-01T01:00:01Z')
  expect((await signIn(server, secret)).status).toBe(422)
})

test('an API key can also sign a browser in, and signing out ends the session', async () => {
  const server = await startServer()
  const { cookie } = await signIn(server, KEY)
  const out = await fetch(`${server.url}/api/session`, {
    method: 'DELETE',
    headers: { cookie, origin: server.url },
  })
  expect(out.status).toBe(200)
  expect((await me(server, cookie)).status).toBe(401)
})

test('a browser may ask who is signed in; other websites and API keys learn nothing', async () => {
  const server = await startServer()
  const { cookie } = await signIn(server, KEY)
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.url}/api/session`, { headers })
    return [response.status, await response.json()]
  }
  expect(await ask({ cookie })).toMatchObject([200, { account: { name: 'The team' } }])
  const nobody = [200, { account: null }]
  expect(await ask({})).toEqual(nobody)
  expect(await ask({ cookie: 'parley_session=wrong' })).toEqual(nobody)
  expect(await ask({ cookie, origin: 'https://evil.test' })).toEqual(nobody)
  expect(await ask({ authorization: `Bearer ${KEY}` })).toEqual(nobody)
})

test('a page of another origin can neither sign in nor use a session', async () => {
  const server = await startServer()
  const evil = { origin: 'https://evil.test' }
  const link = await server.server.createSignInLink()
  const attempt = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    headers: { ...evil, 'content-type': 'application/json' },
    body: JSON.stringify({ secret: link.secret }),
  })
  expect(attempt.status).toBe(401)
  const { cookie } = await signIn(server, link.secret)
  const use = await fetch(`${server.url}/api/user/me`, { headers: { ...evil, cookie } })
  expect(use.status).toBe(403)
})

test('only someone who can read the data folder gets a new link', async () => {
  const server = await startServer()
  const link = await server.as()(createSignInLink, { body: { control: server.context.control } })
  await server.as()(openSession, { body: { secret: link.url.split('#signin=')[1]! } })
  await expect(server.as()(createSignInLink, { body: { control: 'guess' } })).rejects.toMatchObject(
    { status: 401 },
  )
})
