import { expect, test } from 'vitest'
import { createClient } from '#contracts/client.ts'
import { deleteMcpServer, updateMcpServer } from '#contracts/mcp-servers.ts'
import { endMcpSignIn, startMcpSignIn } from '#contracts/mcp-sign-ins.ts'
import { listNotices } from '#contracts/notices.ts'
import { sealingOf, sealWith } from '../../../server/db/sealing.ts'
import { mcpTools } from '../../../server/features/conversations/mcp-servers/mcp-tools.ts'
import { onBehalfOf } from '../../../server/providers/http/on-behalf.ts'
import { startAuthorizationServer } from '../../support/authorization-server.ts'
import { addedMcpServer, refreshedMcpServer } from '../../support/mcp-chat.ts'
import { browserAt, mcpServerOf, signedIn } from '../../support/mcp-desk.ts'
import { listedTool, startMcpServer } from '../../support/mcp-server.ts'
import { allowing, startServer, type TestServer } from '../../support/server.ts'

type AuthorityOptions = Parameters<typeof startAuthorizationServer>[0]

/** A server that wants a sign-in, added to a Parley that may call it. */
async function added(
  options: AuthorityOptions = {},
  outside: { now?: () => Date } = {},
  config: { isInApp?: boolean } = {},
) {
  const authority = await startAuthorizationServer(options)
  const mcp = await startMcpServer({
    signIn: authority,
    pages: [[listedTool('find_stock')]],
    call: async () => ({
      content: [{ type: 'text', text: `Seven, says ${[...authority.accessTokens.keys()].at(-1)}` }],
    }),
  })
  const server = await startServer({ ...config, ...allowing(mcp.host, authority.host), outside })
  const id = await addedMcpServer(server, mcp.url)
  /** Calls the tool as an assistant does. */
  const call = async () => {
    const { tools } = await mcpServerOf(server, id)
    const ids = tools.map((tool) => tool.id)
    const end = new AbortController()
    const [tool] = mcpTools(onBehalfOf(server.context, 1), 1, ids)
    const outcome = await tool!.run({ item: 'rye' }, end.signal)
    end.abort()
    return outcome
  }
  return { authority, mcp, server, id, call }
}

test('a server that asks for a sign-in is signed in to, lists its tools and is signed out of', async () => {
  const { authority, mcp, server, id, call } = await added()
  const refused = await refreshedMcpServer(server, id)
  expect(refused.message).toBe(`Sign in to ${authority.host} to use this server.`)
  expect(refused.data.sign_in).toEqual({
    state: 'needed',
    host: authority.host,
    can_register: true,
    client_id: null,
    error: null,
  })
  const person = await browserAt(server)
  const url = new URL(await person.start(id))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    resource: mcp.url,
    redirect_uri: `${server.url}/oauth/mcp/callback`,
    scope: 'stock',
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
  const back = await person.comeBack(authority.decide(url.href))
  expect(back.status).toBe(200)
  expect(back.page).toContain('You are signed in.')
  const shown = await mcpServerOf(server, id)
  expect(shown).toMatchObject({ sign_in: { state: 'signed_in' }, error: null })
  expect(shown.tools.map(({ name }) => name)).toEqual(['find_stock'])
  // What echoes the token does not show it.
  expect(await call()).toMatchObject({ status: 'done', result: 'Seven, says [hidden]' })

  const [access, refresh] = [...authority.accessTokens.keys(), ...authority.refreshTokens.keys()]
  const stored = JSON.stringify(server.context.db.prepare('SELECT * FROM mcp_sign_ins').all())
  expect(stored).not.toContain(access)
  expect(stored).not.toContain(refresh)
  expect(JSON.stringify(shown)).not.toContain('access-')

  const ended = await server.call(endMcpSignIn, { params: { id } })
  expect(ended).toMatchObject({ is_revoked: true, data: { sign_in: { state: 'needed' } } })
  expect(authority.revoked).toEqual([refresh, access])
  expect((await refreshedMcpServer(server, id)).ok).toBe(false)
  // A service may have forgotten what it registered.
  authority.clients.clear()
  expect((await signedIn(server, authority, id, person)).back.status).toBe(200)
})

test('a server that needs a sign-in and cannot be reached says the latter', async () => {
  const { mcp, server, id } = await added()
  const refused = await refreshedMcpServer(server, id)
  expect(refused).toMatchObject({ ok: false, data: { error: null } })
  await mcp.close()
  const { message, data } = await refreshedMcpServer(server, id)
  expect(message).toContain('The connection was refused')
  expect(data).toMatchObject({ error: message, sign_in: { state: 'needed' } })
})

test('a server without a description of itself is its own authorization server only', async () => {
  const authority = await startAuthorizationServer()
  const mcp = await startMcpServer({ signIn: authority, resource: null, pages: [[]] })
  const server = await startServer(allowing(mcp.host, authority.host))
  const id = await addedMcpServer(server, mcp.url)
  const { message, data } = await refreshedMcpServer(server, id)
  expect(message).toBe('The MCP server refuses the token (HTTP 401).')
  expect(data.sign_in).toBeNull()
})

test('an authorization server with an OpenID document only can revoke, and names itself', async () => {
  const { authority, server, id } = await added({ isOpenId: true })
  const { person } = await signedIn(server, authority, id)
  expect(await server.call(endMcpSignIn, { params: { id } })).toMatchObject({ is_revoked: true })
  expect(authority.revoked).toHaveLength(2)
  const back = new URL(authority.decide(await person.start(id)))
  back.searchParams.delete('iss')
  expect((await person.comeBack(back.href)).status).toBe(400)
})

test.each([
  [404, '', 'The MCP server refuses the token (HTTP 401).', true],
  [200, '<!doctype html>Welcome', 'The MCP server refuses the token (HTTP 401).', true],
  [403, '', 'The MCP server refuses the token (HTTP 401).', false],
  [503, '', 'The answer has the status 503', false],
])(
  'a description that answers %i %j is not taken for another one',
  async (status, body, message, isOwn) => {
    const authority = await startAuthorizationServer()
    const mcp = await startMcpServer({
      signIn: authority,
      elsewhere: { status, body },
      pages: [[]],
    })
    const server = await startServer(allowing(mcp.host))
    const id = await addedMcpServer(server, mcp.url)
    expect((await refreshedMcpServer(server, id)).message).toContain(message)
    const paths = mcp.requests.map(({ path }) => path)
    expect(paths.includes('/.well-known/oauth-authorization-server')).toBe(isOwn)
  },
)

test('an authorization server that fails is named, not the server that named it', async () => {
  const { authority, mcp, server, id } = await added({ metadata: { issuer: 7 } })
  const { message } = await refreshedMcpServer(server, id)
  expect(message).toContain(authority.host)
  expect(message).not.toContain(mcp.host)
})

test('tokens are renewed before they expire, once, however many need them', async () => {
  let time = Date.now()
  const { authority, server, id, call } = await added({}, { now: () => new Date(time) })
  await signedIn(server, authority, id)
  expect((await call()).status).toBe('done')
  expect(authority.count('/token')).toBe(1)
  time += 3_550_000
  const outcomes = await Promise.all([call(), call(), call()])
  expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
  expect(authority.count('/token')).toBe(2)
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('signed_in')
})

test.each([null, 0, 30])(
  'a token that lives for %j s is used until it is refused',
  async (lifetime) => {
    const { authority, server, id, call } = await added({ lifetime })
    await signedIn(server, authority, id)
    expect((await call()).status).toBe('done')
    expect(authority.count('/token')).toBe(1)
    authority.expireAccess()
    expect((await call()).status).toBe('done')
    expect(authority.count('/token')).toBe(2)
  },
)

test('a token that cannot be renewed is used until it is refused', async () => {
  let time = Date.now()
  const { authority, server, id, call } = await added(
    { refreshes: false },
    { now: () => new Date(time) },
  )
  await signedIn(server, authority, id)
  time += 4_000_000
  expect((await call()).status).toBe('done')
  authority.expireAccess()
  expect((await call()).status).toBe('failed')
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('expired')
})

test('a client that its service has forgotten is replaced by the next sign-in', async () => {
  const { authority, server, id, call } = await added()
  await signedIn(server, authority, id)
  authority.expireAccess()
  authority.clients.clear()
  expect((await call()).status).toBe('failed')
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('expired')
  expect((await signedIn(server, authority, id)).back.status).toBe(200)
  expect((await call()).status).toBe('done')
})

test('a token is used to its end while its authorization server is down', async () => {
  let time = Date.now()
  const { authority, server, id, call } = await added({}, { now: () => new Date(time) })
  await signedIn(server, authority, id)
  authority.breakDown(true)
  time += 3_550_000
  expect((await call()).status).toBe('done')
  time += 60_000
  expect((await call()).status).toBe('failed')
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('signed_in')
})

test('a refused token is renewed once; if that is refused, somebody has to sign in again and is notified', async () => {
  const { authority, server, id, call } = await added()
  await signedIn(server, authority, id)
  authority.expireAccess()
  const outcomes = await Promise.all([call(), call()])
  expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done'])
  expect(authority.count('/token')).toBe(2)

  authority.expireAccess()
  authority.refreshTokens.clear()
  expect((await call()).status).toBe('failed')
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('expired')
  const again = `The sign-in at ${authority.host} has expired or was revoked. Sign in again.`
  expect((await server.call(listNotices)).data).toMatchObject([
    { kind: 'mcp_sign_in', reason: again },
  ])
  expect((await refreshedMcpServer(server, id)).message).toBe(again)
  // Nothing more is tried with a dead token.
  expect(authority.count('/token')).toBe(3)
  const { back } = await signedIn(server, authority, id)
  expect(back.status).toBe(200)
  expect((await server.call(listNotices)).data).toEqual([])
})

test('a notice stays until all servers of its host are signed in to again', async () => {
  const { authority, mcp, server, id } = await added()
  const second = await addedMcpServer(server, `${mcp.url}?team=2`, { name: 'Second' })
  const person = await browserAt(server)
  for (const each of [id, second]) {
    await refreshedMcpServer(server, each)
    await signedIn(server, authority, each, person)
  }
  authority.expireAccess()
  authority.refreshTokens.clear()
  for (const each of [id, second]) await refreshedMcpServer(server, each)
  const subjects = async () => (await server.call(listNotices)).data.map(({ subject }) => subject)
  expect(await subjects()).toEqual([mcp.host])
  await signedIn(server, authority, id, person)
  expect(await subjects()).toEqual([mcp.host])
  await server.call(deleteMcpServer, { params: { id: second } })
  expect(await subjects()).toEqual([])
})

test('a failing authorization server does not end a sign-in', async () => {
  const { authority, server, id, call } = await added()
  await signedIn(server, authority, id)
  authority.expireAccess()
  authority.breakDown(true)
  expect((await call()).status).toBe('failed')
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('signed_in')
  authority.breakDown(false)
  expect((await call()).status).toBe('done')
})

test('a refresh ends no sign-in whose tokens cannot be read at the moment', async () => {
  const { authority, server, id, call } = await added()
  await signedIn(server, authority, id)
  const { db } = server.context
  const vault = sealingOf(db)
  sealWith(db, { ...vault, open: () => undefined })
  const { ok, message } = await refreshedMcpServer(server, id)
  expect([ok, message]).toEqual([false, 'The MCP server refuses the token (HTTP 401).'])
  sealWith(db, vault)
  expect((await call()).status).toBe('done')
})

test('a refresh that was refused before somebody signed in does not undo that', async () => {
  const { authority, server, id, call } = await added()
  const path = '/.well-known/oauth-authorization-server'
  const release = authority.hold(path)
  const refreshing = refreshedMcpServer(server, id)
  await expect.poll(() => authority.count(path)).toBe(1)
  await signedIn(server, authority, id)
  release()
  await refreshing
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('signed_in')
  expect((await call()).status).toBe('done')
})

test('declining is said plainly, and a sign-in in use stays', async () => {
  const { authority, server, id } = await added()
  const person = await browserAt(server)
  const declined = await person.comeBack(authority.decide(await person.start(id), false))
  expect(declined.status).toBe(400)
  expect(declined.page).toContain('The sign-in was declined.')
  expect((await mcpServerOf(server, id)).sign_in).toMatchObject({
    state: 'needed',
    error: 'The sign-in was declined.',
  })
  await signedIn(server, authority, id, person)
  await person.comeBack(authority.decide(await person.start(id), false))
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('signed_in')
})

test('a new attempt no longer shows why the one before failed', async () => {
  const { authority, server, id } = await added()
  const person = await browserAt(server)
  const start = async () => {
    const { authorization_url: url, data } = await person.call(startMcpSignIn, {
      params: { id },
      body: {},
    })
    expect(data.sign_in?.error).toBeNull()
    return url!
  }
  const decline = async () => {
    await person.comeBack(authority.decide(await start(), false))
    expect((await mcpServerOf(server, id)).sign_in?.error).toBe('The sign-in was declined.')
  }
  await decline()
  await decline()
  await person.comeBack(authority.decide(await start()))
  await decline()
  await start()
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('signed_in')
})

test('without registration, a client is entered once', async () => {
  const client = { id: 'parley-1', secret: 'secret-of-the-client' }
  const { authority, server, id } = await added({ client })
  const { data } = await refreshedMcpServer(server, id)
  expect(data.sign_in).toMatchObject({ can_register: false, client_id: null })
  const person = await browserAt(server)
  await expect(person.start(id)).rejects.toMatchObject({
    status: 422,
    body: { errors: { client_id: [expect.stringContaining(authority.host)] } },
  })
  const url = await person.start(id, { client_id: client.id, client_secret: client.secret })
  expect(url).not.toContain(client.secret)
  await person.comeBack(authority.decide(url))
  const shown = await mcpServerOf(server, id)
  expect(shown.sign_in).toMatchObject({ state: 'signed_in', client_id: client.id })
  expect(JSON.stringify(shown)).not.toContain(client.secret)
  await server.call(endMcpSignIn, { params: { id } })
  const again = await person.comeBack(authority.decide(await person.start(id)))
  expect(again.status).toBe(200)
})

test('a client that was entered is dropped for one that Parley registers by itself', async () => {
  const { authority, server, id } = await added()
  await refreshedMcpServer(server, id)
  authority.clients.set('parley-1', { secret: undefined, redirects: [] })
  const person = await browserAt(server)
  const clientIn = (url: string) => new URL(url).searchParams.get('client_id')
  const known = async () => (await mcpServerOf(server, id)).sign_in?.client_id
  expect(clientIn(await person.start(id, { client_id: 'parley-1' }))).toBe('parley-1')
  expect(clientIn(await person.start(id))).toBe('parley-1')
  expect(await known()).toBe('parley-1')
  const own = await person.start(id, { client_id: null })
  expect(clientIn(own)).not.toBe('parley-1')
  expect(await known()).toBeNull()
  // Not only once.
  expect(clientIn(await person.start(id))).not.toBe('parley-1')
  await person.comeBack(authority.decide(await person.start(id, { client_id: null })))
  expect((await mcpServerOf(server, id)).sign_in).toMatchObject({
    state: 'signed_in',
    client_id: null,
  })
})

test('where Parley cannot register itself, the client that was entered stays', async () => {
  const client = { id: 'parley-1', secret: 'secret-of-the-client' }
  const { authority, server, id } = await added({ client })
  await refreshedMcpServer(server, id)
  const person = await browserAt(server)
  await person.start(id, { client_id: client.id, client_secret: client.secret })
  await expect(person.start(id, { client_id: null })).rejects.toMatchObject({
    status: 422,
    body: { errors: { client_id: [expect.stringContaining(authority.host)] } },
  })
  expect((await person.comeBack(authority.decide(await person.start(id)))).status).toBe(200)
})

test('another URL, and the removal of a server, end its sign-in', async () => {
  const { authority, server, id } = await added()
  await signedIn(server, authority, id)
  const elsewhere = await startMcpServer({ pages: [[]] })
  const body = { url: `${elsewhere.url}?other` }
  const { data } = await server.call(updateMcpServer, { params: { id }, body })
  expect(data.sign_in).toBeNull()
  await server.call(deleteMcpServer, { params: { id } })
  const rows = server.context.db.prepare('SELECT count(*) FROM mcp_sign_ins').pluck().get()
  expect(rows).toBe(0)
})

test.for([
  [
    'removing a server',
    (server: TestServer, id: number) => server.call(deleteMcpServer, { params: { id } }),
  ],
  [
    'another URL',
    (server: TestServer, id: number) =>
      server.call(updateMcpServer, {
        params: { id },
        body: { url: 'https://mcp.example.com/mcp' },
      }),
  ],
] as const)('%s revokes its tokens, without waiting for that', async ([, end]) => {
  const { authority, server, id } = await added()
  await signedIn(server, authority, id)
  const answer = authority.hold('/revoke')
  await end(server, id)
  expect(authority.revoked).toEqual([])
  answer()
  await expect.poll(() => authority.revoked).toHaveLength(2)
  expect(authority.accessTokens.size).toBe(0)
})

test('signing out during a renewal leaves no token behind', async () => {
  const { authority, server, id, call } = await added()
  await signedIn(server, authority, id)
  authority.expireAccess()
  const [renew, revoke] = [authority.hold('/token'), authority.hold('/revoke')]
  const calling = call()
  await expect.poll(() => authority.count('/token')).toBe(2)
  const ending = server.call(endMcpSignIn, { params: { id } })
  await expect.poll(() => authority.count('/revoke')).toBe(1)
  renew()
  expect((await calling).status).toBe('failed')
  revoke()
  expect(await ending).toMatchObject({ is_revoked: true, data: { sign_in: { state: 'needed' } } })
  expect([authority.accessTokens.size, authority.refreshTokens.size]).toEqual([0, 0])
  // Now there is nothing to revoke.
  const again = await server.call(endMcpSignIn, { params: { id } })
  expect(again.is_revoked).toBe(false)
})

test('a token that is entered replaces the sign-in, and a refused one is reported as such', async () => {
  const { authority, mcp, server, id } = await added()
  await signedIn(server, authority, id)
  const params = { id }
  const { data } = await server.call(updateMcpServer, { params, body: { token: 'entered' } })
  expect(data).toMatchObject({ has_token: true, sign_in: null })
  const { message } = await refreshedMcpServer(server, id)
  expect(message).toBe('The MCP server refuses the token (HTTP 401).')
  expect(mcp.requests.at(-1)?.headers.authorization).toBe('Bearer entered')
  const person = await browserAt(server)
  await person.start(id)
  expect((await refreshedMcpServer(server, id)).message).toBe(message)
})

test('a server that answers without a sign-in is not said to need one', async () => {
  const { authority, server, id } = await added()
  const grant = { clientId: '', redirectUri: '', challenge: '', resource: '' }
  authority.accessTokens.set('entered', grant)
  await server.call(updateMcpServer, { params: { id }, body: { token: 'entered' } })
  await (await browserAt(server)).start(id)
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('needed')
  expect((await refreshedMcpServer(server, id)).ok).toBe(true)
  expect((await mcpServerOf(server, id)).sign_in).toBeNull()
})

test('tools that cannot be stored do not undo a sign-in', async () => {
  const { authority, server, id } = await added()
  server.context.db.exec(
    "CREATE TRIGGER no_tools BEFORE INSERT ON mcp_tools BEGIN SELECT raise(ABORT, 'full'); END",
  )
  const { back, server: shown } = await signedIn(server, authority, id)
  expect(back).toMatchObject({ status: 200, page: expect.stringContaining('You are signed in.') })
  expect(shown.sign_in?.state).toBe('signed_in')
})

test('an API key cannot start a sign-in', async () => {
  const { server, id } = await added()
  const started = server.call(startMcpSignIn, { params: { id }, body: {} })
  await expect(started).rejects.toMatchObject({ status: 403 })
  const nobody = createClient({ origin: server.url })
  await expect(nobody(startMcpSignIn, { params: { id }, body: {} })).rejects.toMatchObject({
    status: 401,
  })
})

test('the desktop app is signed in by the system’s browser, in its language', async () => {
  const { authority, server, id } = await added({}, {}, { isInApp: true })
  const person = await browserAt(server)
  const app = { 'user-agent': 'Mozilla/5.0 Chrome/150.0.0.0 Electron/44.0.0 Safari/537.36' }
  const { authorization_url: url } = await person.call(startMcpSignIn, {
    params: { id },
    body: {},
    headers: app,
  })
  const back = await fetch(authority.decide(url!), { headers: { 'accept-language': 'de' } })
  expect(back.status).toBe(200)
  expect(await back.text()).toContain('Sie sind angemeldet.')
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('signed_in')
})
