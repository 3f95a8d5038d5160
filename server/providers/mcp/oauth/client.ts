import type {
  AuthorizationServerMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { fault } from '#contracts/faults.ts'
import type { McpNeeds } from '../line.ts'
import type { Authority } from './discover.ts'
import { SignInError, signInFailure } from './failure.ts'
import { signInFetch } from './request.ts'

/** The registration of this installation at an authorization server. */
export interface OAuthClient {
  readonly id: string
  readonly secret: string | null
  /** Method by which it authenticates at the token endpoint; null if none was agreed on. */
  readonly auth: string | null
}

export interface Tokens {
  readonly access: string
  readonly refresh: string | null
  /** Lifetime of the access token, seconds; null if unknown. */
  readonly expiresIn: number | null
}

/** An authorization page, and the secret that proves later who opened it (PKCE). */
export interface Opened {
  readonly url: string
  readonly verifier: string
}

/** Characters that a token may have in a header. */
const TOKEN = /^[\x21-\x7e]{1,16000}$/

/** Authentication of clients, the simplest first. */
const METHODS = ['none', 'client_secret_basic', 'client_secret_post']

/** Metadata as the library's types want it. */
const typed = ({ metadata }: Authority) => metadata as AuthorizationServerMetadata

const library = () => import('@modelcontextprotocol/sdk/client/auth.js')

/**
 * Registers this installation (RFC 7591).
 * @throws SignInError
 */
export async function registerClient(
  context: McpNeeds,
  authority: Authority,
  redirectUrl: string,
): Promise<OAuthClient> {
  const supported = authority.metadata.token_endpoint_auth_methods_supported
  const method = METHODS.find((each) => supported?.includes(each)) ?? 'client_secret_basic'
  return await asking(authority, async ({ registerClient: register }) => {
    const client = await register(authority.metadata.issuer, {
      metadata: typed(authority),
      clientMetadata: {
        client_name: 'Parley',
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: method,
      },
      ...(authority.scope !== null && { scope: authority.scope }),
      fetchFn: signInFetch(context),
    })
    return {
      id: client.client_id,
      secret: client.client_secret ?? null,
      auth: client.token_endpoint_auth_method ?? null,
    }
  })
}

/**
 * The page on which a person signs in.
 * @throws SignInError
 */
export async function openAuthorization(
  authority: Authority,
  client: OAuthClient,
  { redirectUrl, state }: { readonly redirectUrl: string; readonly state: string },
): Promise<Opened> {
  return await asking(authority, async ({ startAuthorization }) => {
    const { authorizationUrl, codeVerifier } = await startAuthorization(authority.metadata.issuer, {
      metadata: typed(authority),
      clientInformation: { client_id: client.id },
      redirectUrl,
      state,
      resource: authority.resource,
      ...(authority.scope !== null && { scope: authority.scope }),
    })
    return { url: authorizationUrl.href, verifier: codeVerifier }
  })
}

/**
 * Exchanges a code for tokens.
 * @throws SignInError
 */
export const exchangeCode = (
  context: McpNeeds,
  authority: Authority,
  client: OAuthClient,
  sent: { readonly code: string; readonly verifier: string; readonly redirectUrl: string },
): Promise<Tokens> =>
  asking(authority, async ({ exchangeAuthorization }) =>
    tokensIn(
      authority,
      await exchangeAuthorization(authority.metadata.issuer, {
        metadata: typed(authority),
        clientInformation: informationOf(client),
        authorizationCode: sent.code,
        codeVerifier: sent.verifier,
        redirectUri: sent.redirectUrl,
        resource: authority.resource,
        fetchFn: signInFetch(context),
      }),
    ),
  )

/**
 * Exchanges a refresh token for new tokens.
 * @throws SignInError
 */
export const renewTokens = (
  context: McpNeeds,
  authority: Authority,
  client: OAuthClient,
  refreshToken: string,
): Promise<Tokens> =>
  asking(authority, async ({ refreshAuthorization }) =>
    tokensIn(
      authority,
      await refreshAuthorization(authority.metadata.issuer, {
        metadata: typed(authority),
        clientInformation: informationOf(client),
        refreshToken,
        resource: authority.resource,
        fetchFn: signInFetch(context),
      }),
    ),
  )

/**
 * Revokes a token (RFC 7009), if its authorization server can.
 * @throws SignInError
 */
export async function revokeToken(
  context: McpNeeds,
  authority: Authority,
  client: OAuthClient,
  token: { readonly value: string; readonly kind: 'access_token' | 'refresh_token' },
): Promise<void> {
  const { revocation_endpoint: url, token_endpoint_auth_methods_supported: methods = [] } =
    authority.metadata
  if (!url) return
  await asking(authority, async ({ selectClientAuthMethod }) => {
    const body = new URLSearchParams({ token: token.value, token_type_hint: token.kind })
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
    const method = selectClientAuthMethod(informationOf(client), [...methods])
    if (method === 'client_secret_basic') {
      const pair = Buffer.from(`${client.id}:${client.secret ?? ''}`).toString('base64')
      headers.set('authorization', `Basic ${pair}`)
    } else {
      body.set('client_id', client.id)
      if (method === 'client_secret_post' && client.secret) body.set('client_secret', client.secret)
    }
    const response = await signInFetch(context)(url, { method: 'POST', headers, body })
    if (!response.ok) throw new SignInError(unsuited(authority))
  })
}

async function asking<result>(
  authority: Authority,
  ask: (auth: Awaited<ReturnType<typeof library>>) => Promise<result>,
): Promise<result> {
  try {
    return await ask(await library())
  } catch (error) {
    throw signInFailure(error, authority.host)
  }
}

function informationOf({ id, secret, auth }: OAuthClient) {
  return {
    client_id: id,
    ...(secret !== null && { client_secret: secret }),
    ...(auth !== null && { token_endpoint_auth_method: auth }),
  }
}

function tokensIn(authority: Authority, sent: OAuthTokens): Tokens {
  const { access_token: access, refresh_token: refresh = null, token_type: type } = sent
  const isUsable = TOKEN.test(access) && (refresh === null || TOKEN.test(refresh))
  if (!isUsable || type.toLowerCase() !== 'bearer') throw new SignInError(unsuited(authority))
  const lifetime = sent.expires_in
  // The library reads a missing lifetime that is spelled `null` as 0.
  const isKnown = lifetime !== undefined && Number.isFinite(lifetime) && lifetime > 0
  return { access, refresh, expiresIn: isKnown ? lifetime : null }
}

const unsuited = ({ host }: Authority) => fault('mcp_sign_in_unsuited', { host })
