import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Options {
  /** Changes to its metadata; undefined values leave a field out. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Has an OpenID document only. */
  readonly isOpenId?: boolean
  /** Length of the metadata's padding, characters. */
  readonly padding?: number
  /** Lifetime of access tokens, seconds. */
  readonly lifetime?: number | null
  /** False if it issues no refresh tokens. */
  readonly refreshes?: boolean
  /** A client that was registered by hand; then there is no registration. */
  readonly client?: { readonly id: string; readonly secret: string }
  /** False if responses do not name their issuer. */
  readonly namesIssuer?: boolean
}

interface Grant {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly resource: string
}

export type AuthorizationServer = Awaited<ReturnType<typeof startAuthorizationServer>>

/**
 * An authorization server on loopback: metadata, registration, a page to approve on, codes that are bound to client, address and PKCE,
 * refresh tokens that are used once, and revocation. Stopped after the test.
 */
export async function startAuthorizationServer(options: Options = {}) {
  const { lifetime = 3600, refreshes = true, namesIssuer = true, padding = 0 } = options
  const clients = new Map<
    string,
    { readonly secret: string | undefined; readonly redirects: string[] }
  >()
  if (options.client)
    clients.set(options.client.id, { secret: options.client.secret, redirects: [] })
  const codes = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  const refreshTokens = new Map<string, Grant>()
  /** Paths of requests, in order. */
  const paths: string[] = []
  const revoked: string[] = []
  const holds = new Map<string, Promise<void>>()
  let isBroken = false

  function metadata(origin: string): object {
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      revocation_endpoint: `${origin}/revoke`,
      ...(!options.client && { registration_endpoint: `${origin}/register` }),
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: options.client ? ['client_secret_basic'] : ['none'],
      ...(options.isOpenId && {
        jwks_uri: `${origin}/keys`,
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      ...(namesIssuer && { authorization_response_iss_parameter_supported: true }),
      ...(padding > 0 && { padding: 'x'.repeat(padding) }),
      ...options.metadata,
    }
  }

  function issue(grant: Grant): object {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    accessTokens.set(access, grant)
    if (refreshes) refreshTokens.set(refresh, grant)
    return {
      access_token: access,
      ...(refreshes && { refresh_token: refresh }),
      token_type: 'Bearer',
      expires_in: lifetime,
    }
  }

  /** The client of a request to the token endpoint; undefined if it does not authenticate. */
  function clientOf({ headers }: IncomingMessage, form: URLSearchParams): string | undefined {
    const [, pair = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
    const [id = '', secret] = pair
      ? Buffer.from(pair, 'base64').toString().split(':')
      : [form.get('client_id') ?? '', form.get('client_secret') ?? undefined]
    const client = clients.get(id)
    return client && client.secret === secret ? id : undefined
  }

  function tokensFor(clientId: string, form: URLSearchParams): object | undefined {
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? ''
      const grant = refreshTokens.get(token)
      refreshTokens.delete(token)
      return grant?.clientId === clientId ? issue(grant) : undefined
    }
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const isProven = createHash('sha256').update(verifier).digest('base64url') === grant?.challenge
    const fits =
      grant?.clientId === clientId &&
      grant.redirectUri === form.get('redirect_uri') &&
      grant.resource === form.get('resource')
    return grant && isProven && fits ? issue(grant) : undefined
  }

  /** The address to which a browser is sent back. */
  function backFrom(query: URLSearchParams, isApproved: boolean): string {
    const client = clients.get(query.get('client_id') ?? '')
    const redirectUri = query.get('redirect_uri') ?? ''
    const isKnown = options.client ? client : client?.redirects.includes(redirectUri)
    if (!isKnown || query.get('code_challenge_method') !== 'S256') throw new Error('A bad request')
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (namesIssuer) back.searchParams.set('iss', origin)
    if (!isApproved) {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = randomUUID()
    codes.set(code, {
      clientId: query.get('client_id')!,
      redirectUri,
      challenge: query.get('code_challenge') ?? '',
      resource: query.get('resource') ?? '',
    })
    back.searchParams.set('code', code)
    return back.href
  }

  const json = (res: ServerResponse, status: number, body: object): void => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  async function register(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (options.client) return json(res, 404, {})
    const sent = JSON.parse(await text(req))
    const id = randomUUID()
    clients.set(id, { secret: undefined, redirects: sent.redirect_uris })
    json(res, 201, { ...sent, client_id: id })
  }

  function authorize(query: URLSearchParams, res: ServerResponse): void {
    const links = ['Approve', 'Decline'].map((name) => {
      const href = backFrom(query, name === 'Approve').replaceAll('&', '&amp;')
      return `<a href="${href}">${name}</a>`
    })
    res.writeHead(200, { 'content-type': 'text/html' })
    res.end(`<!doctype html><title>Warehouse</title>${links.join(' ')}`)
  }

  async function giveTokens(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(req))
    if (isBroken) return json(res, 503, { error: 'temporarily_unavailable' })
    const clientId = clientOf(req, form)
    if (clientId === undefined) return json(res, 401, { error: 'invalid_client' })
    const tokens = tokensFor(clientId, form)
    if (tokens) json(res, 200, tokens)
    else json(res, 400, { error: 'invalid_grant' })
  }

  async function revoke(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(req))
    if (clientOf(req, form) === undefined) return json(res, 401, { error: 'invalid_client' })
    const token = form.get('token') ?? ''
    revoked.push(token)
    accessTokens.delete(token)
    refreshTokens.delete(token)
    json(res, 200, {})
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url!, origin)
    paths.push(pathname)
    const held = holds.get(pathname)
    holds.delete(pathname)
    await held
    if (
      pathname ===
      `/.well-known/${options.isOpenId ? 'openid-configuration' : 'oauth-authorization-server'}`
    )
      return json(res, 200, metadata(origin))
    if (pathname === '/register') return await register(req, res)
    if (pathname === '/authorize') return authorize(searchParams, res)
    if (pathname === '/token') return await giveTokens(req, res)
    if (pathname === '/revoke') return await revoke(req, res)
    json(res, 404, {})
  }

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.writeHead(400).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )

  return {
    host,
    origin,
    paths,
    revoked,
    accessTokens,
    refreshTokens,
    clients,
    /** Approves or declines as a person would on the page; the address to which the browser is sent. */
    decide: (url: string, isApproved = true) => backFrom(new URL(url).searchParams, isApproved),
    /** Number of requests to a path. */
    count: (path: string) => paths.filter((each) => each === path).length,
    /** The next request to a path is answered only after the returned function was called. */
    hold(path: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      holds.set(path, promise)
      return resolve
    },
    /** Access tokens that were issued are no longer accepted. */
    expireAccess: () => accessTokens.clear(),
    /** From now on, the token endpoint fails, or works again. */
    breakDown(next: boolean): void {
      isBroken = next
    },
  }
}
