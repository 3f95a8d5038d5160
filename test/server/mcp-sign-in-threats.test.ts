import { expect, test } from 'vitest'
import { listMcpServers, updateMcpServer } from '#contracts/mcp-servers.ts'
import { startMcpSignIn } from '#contracts/mcp-sign-ins.ts'
import { closeSession } from '#contracts/sessions.ts'
import { startAuthorizationServer } from '../support/authorization-server.ts'
import { addedMcpServer, refreshedMcpServer } from '../support/mcp-chat.ts'
import { browserAt, mcpServerOf, signedIn } from '../support/mcp-desk.ts'
import { listedTool, startMcpServer } from '../support/mcp-server.ts'
import { allowing, startServer } from '../support/server.ts'

/* Attacks on signing in at MCP servers (docs/spec/threats.md, R). */

type AuthorityOptions = Parameters<typeof startAuthorizationServer>[0]

async function added(
  options: AuthorityOptions = {},
  { now, resource }: { now?: () => Date; resource?: object | null } = {},
) {
  const authority = await startAuthorizationServer(options)
  const mcp = await startMcpServer({
    signIn: authority,
    pages: [[listedTool('find_stock')]],
    ...(resource !== undefined && { resource: resource as null }),
  })
  const server = await startServer({
    ...allowing(mcp.host, authority.host),
    ...(now && { outside: { now } }),
  })
  const id = await addedMcpServer(server, mcp.url)
  const person = await browserAt(server)
  return { authority, mcp, server, id, person }
}

const changed = (address: string, changes: Readonly<Record<string, string | null>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.href
}

test('R1: a link that somebody else started signs nobody in, in whatever browser it ends', async () => {
  const { authority, server, id, person } = await added()
  const victim = await browserAt(server)
  const back = authority.decide(await person.start(id))
  const { status, page } = await victim.comeBack(back)
  expect(status).toBe(400)
  expect(page).toContain('started in another browser')
  expect(authority.count('/token')).toBe(0)
  // It is void for its own browser, too.
  expect((await person.comeBack(back)).page).toContain('no longer valid')
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('needed')
})

test('R1: a browser that claims to be the desktop app is bound like every other', async () => {
  const { authority, server, id, person } = await added()
  const headers = { 'user-agent': 'Mozilla/5.0 Chrome/150.0.0.0 Electron/44.0.0 Safari/537.36' }
  const started = await person.call(startMcpSignIn, { params: { id }, body: {}, headers })
  const victim = await browserAt(server)
  const back = authority.decide(started.authorization_url!)
  expect((await victim.comeBack(back)).page).toContain('started in another browser')
  expect(authority.count('/token')).toBe(0)
})

test('R2: a state is valid once, for ten minutes, and only the newest of a server', async () => {
  let time = Date.now()
  const { authority, server, id, person } = await added({}, { now: () => new Date(time) })
  const first = authority.decide(await person.start(id))
  const second = authority.decide(await person.start(id))
  expect((await person.comeBack(first)).page).toContain('no longer valid')
  expect((await person.comeBack(second)).status).toBe(200)
  expect((await person.comeBack(second)).page).toContain('no longer valid')
  const late = authority.decide(await person.start(id))
  time += 10 * 60_000
  expect((await person.comeBack(late)).page).toContain('no longer valid')
  const guess = `${server.url}/oauth/mcp/callback?state=guessed&code=1`
  expect((await person.comeBack(guess)).status).toBe(400)
  expect((await person.comeBack(`${server.url}/oauth/mcp/callback`)).status).toBe(400)
  const twice = changed(authority.decide(await person.start(id)), {})
  expect((await person.comeBack(`${twice}&state=other`)).status).toBe(400)
})

test('R3: a sign-in ends with the session that started it', async () => {
  const { authority, id, person } = await added()
  const back = authority.decide(await person.start(id))
  await person.call(closeSession)
  expect((await person.comeBack(back)).page).toContain('no longer valid')
  expect(authority.count('/token')).toBe(0)
})

test('R4: a forged or foreign code is refused by its authorization server, and nothing of the address is repeated', async () => {
  const { authority, server, id, person } = await added()
  const mark = '<img src=x>"forged'
  const back = changed(authority.decide(await person.start(id)), { code: mark })
  const { status, page, headers } = await person.comeBack(back)
  expect(status).toBe(400)
  expect(page).not.toContain('forged')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect((await mcpServerOf(server, id)).sign_in?.error).toBe(
    `${authority.host} refused the sign-in (invalid_grant).`,
  )
  const odd = changed(authority.decide(await person.start(id)), { error: mark, code: null })
  expect((await person.comeBack(odd)).page).not.toContain('forged')
  expect((await mcpServerOf(server, id)).sign_in?.error).toContain('(unknown_error)')
  // A code of one sign-in does not fit another one: PKCE.
  const stolen = new URL(authority.decide(await person.start(id))).searchParams.get('code')
  const other = changed(authority.decide(await person.start(id)), { code: stolen! })
  expect((await person.comeBack(other)).status).toBe(400)
})

test('R5: a response in the name of another issuer, or of none where one is announced, brings no code anywhere', async () => {
  const { authority, server, id, person } = await added()
  for (const iss of ['https://honest.example', null]) {
    const back = changed(authority.decide(await person.start(id)), { iss })
    expect((await person.comeBack(back)).status).toBe(400)
    expect((await mcpServerOf(server, id)).sign_in?.error).toContain('another service')
  }
  expect(authority.count('/token')).toBe(0)
})

test('R14: a page of another service needs its word that the code is meant for whoever gets it', async () => {
  const genuine = await startAuthorizationServer({ namesIssuer: false })
  const { authority, server, id, person } = await added({
    namesIssuer: false,
    metadata: { authorization_endpoint: `${genuine.origin}/authorize` },
  })
  const url = await person.start(id)
  // The attacker has registered Parley's address there, and hands out the client.
  for (const [client, registered] of authority.clients) genuine.clients.set(client, registered)
  expect((await person.comeBack(genuine.decide(url))).status).toBe(400)
  expect(authority.count('/token')).toBe(0)
  expect((await mcpServerOf(server, id)).sign_in?.error).toContain('another service')
})

test('R14: a page whose code goes back to its own origin is good, wherever its metadata is', async () => {
  const genuine = await startAuthorizationServer({ namesIssuer: false })
  const at = (path: string) => `${genuine.origin}/${path}`
  const front = await startAuthorizationServer({
    metadata: {
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      registration_endpoint: at('register'),
      revocation_endpoint: undefined,
      authorization_response_iss_parameter_supported: undefined,
    },
  })
  const { accessTokens } = genuine
  const mcp = await startMcpServer({ signIn: { origin: front.origin, accessTokens }, pages: [[]] })
  const server = await startServer(allowing(mcp.host, front.host, genuine.host))
  const id = await addedMcpServer(server, mcp.url)
  expect((await signedIn(server, genuine, id)).back.status).toBe(200)
})

test('R6: metadata that claims to be somebody else’s, lacks PKCE, or leads to a script is refused', async () => {
  const reasons = [
    [{ issuer: 'https://honest.example' }, 'in the name of another service'],
    [{ code_challenge_methods_supported: ['plain'] }, 'PKCE'],
    [{ code_challenge_methods_supported: undefined }, 'PKCE'],
    [{ authorization_endpoint: 'javascript:alert(1)' }, 'as the standard requires'],
    [{ authorization_endpoint: 'data:text/html,x' }, 'as the standard requires'],
    [{ response_types_supported: ['token'] }, 'as the standard requires'],
  ] as const
  for (const [metadata, reason] of reasons) {
    const { id, person } = await added({ metadata })
    await expect(person.start(id)).rejects.toThrow(reason)
  }
})

test('R7: metadata that leads to addresses which may not be called, or is oversized, is not followed', async () => {
  const inside = 'http://169.254.169.254'
  for (const metadata of [
    { token_endpoint: `${inside}/token`, registration_endpoint: undefined },
    { registration_endpoint: 'http://127.0.0.1:1/register' },
  ]) {
    const { authority, server, id, person } = await added({ metadata })
    const started = person.start(id, { client_id: 'known' })
    if (metadata.registration_endpoint) {
      await started
      await expect(person.start(await again(server, id))).rejects.toThrow('127.0.0.1:1')
    } else {
      const client = { secret: undefined, redirects: [`${server.url}/oauth/mcp/callback`] }
      authority.clients.set('known', client)
      const back = await person.comeBack(authority.decide(await started))
      expect(back.status).toBe(400)
      expect((await mcpServerOf(server, id)).sign_in?.error).toContain('169.254.169.254')
    }
    expect(authority.count('/token')).toBe(0)
  }
  const led = await added({}, { resource: { authorization_servers: ['http://127.0.0.1:1'] } })
  const { message, data } = await refreshedMcpServer(led.server, led.id)
  expect(message).toContain('127.0.0.1:1')
  expect(data.allowable_address).toBe('127.0.0.1:1')
  const large = await added({ padding: 200_000 })
  await expect(large.person.start(large.id)).rejects.toThrow('longer than 128 kB')
})

/** Another server at the same address, without a client of its own. */
async function again(server: Parameters<typeof addedMcpServer>[0], id: number): Promise<number> {
  const { data } = await server.call(listMcpServers)
  return await addedMcpServer(server, data.find((each) => each.id === id)!.url)
}

test('R8: a server that describes itself as another one gets no tokens for that one', async () => {
  const foreign = await added({}, { resource: { resource: 'https://honest.example/mcp' } })
  await expect(foreign.person.start(foreign.id)).rejects.toThrow('standard requires')
})

test('R9: tokens go to the address that they are for, and to no other', async () => {
  const { authority, server, id, person } = await added()
  const back = authority.decide(await person.start(id))
  const elsewhere = await startMcpServer({ pages: [[]] })
  const params = { id }
  await server.call(updateMcpServer, { params, body: { url: elsewhere.url } })
  expect((await person.comeBack(back)).page).toContain('no longer valid')
  expect(authority.count('/token')).toBe(0)

  const second = await added()
  await signedIn(second.server, second.authority, second.id, second.person)
  const body = { url: elsewhere.url }
  await second.server.call(updateMcpServer, { params: { id: second.id }, body })
  await refreshedMcpServer(second.server, second.id)
  expect(elsewhere.requests.filter(({ headers }) => headers.authorization)).toEqual([])
})

test('R10: the door takes nothing but GET', async () => {
  const { server, authority, id, person } = await added()
  const back = authority.decide(await person.start(id))
  for (const method of ['HEAD', 'POST']) {
    const response = await fetch(back, { method })
    expect(response.status).toBe(405)
  }
  expect((await person.comeBack(back)).status).toBe(200)
  expect((await mcpServerOf(server, id)).sign_in?.state).toBe('signed_in')
})
