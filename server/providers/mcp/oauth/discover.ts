import type { AuthorizationServerMetadata } from '@modelcontextprotocol/sdk/shared/auth.js'
import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { OutgoingError } from '../../http/outgoing-error.ts'
import { parseTarget } from '../../http/policy.ts'
import type { McpNeeds } from '../line.ts'
import { SignInError, signInFailure } from './failure.ts'
import { documentFetch } from './request.ts'

/** The authorization server of an MCP server. */
export interface Authority {
  /** Host of the page on which a person signs in. */
  readonly host: string
  /** Value of the `resource` parameter (RFC 8707): the tokens are for this server only. */
  readonly resource: string
  readonly scope: string | null
  /** `WWW-Authenticate` of the server; null if it has sent none. */
  readonly challenge: string | null
  /** Reduced to what a sign-in uses. */
  readonly metadata: Pick<
    AuthorizationServerMetadata,
    | 'issuer'
    | 'authorization_endpoint'
    | 'token_endpoint'
    | 'registration_endpoint'
    | 'response_types_supported'
    | 'token_endpoint_auth_methods_supported'
    | 'code_challenge_methods_supported'
  > & {
    readonly revocation_endpoint?: string
    /** Every response of the authorization server must name it (RFC 9207). */
    readonly authorization_response_iss_parameter_supported?: boolean
  }
}

/** Statuses of a document that does not exist. */
const MISSING = [404, 405, 410]

/** Longest scope and challenge that are used, characters. */
const MAX_LENGTH = 2000

/**
 * Looks up the authorization server of an MCP server: its protected resource metadata (RFC 9728) names it, or it is at the server's own
 * origin. Undefined if there is none.
 * @param challenge `WWW-Authenticate` of the server
 * @throws SignInError
 */
export async function discoverAuthority(
  context: McpNeeds,
  url: string,
  challenge: string | null,
): Promise<Authority | undefined> {
  const server = new URL(url)
  let { host } = server
  try {
    const described = await resourceOf(context, server, challenge)
    if (!described) return undefined
    const { resource, at, scopes } = described
    host = new URL(at).host
    const metadata = await authorizationServerAt(context, at)
    if (!metadata) return undefined
    assertSuited(metadata, at)
    const scope = paramOf(challenge, 'scope') ?? scopes
    return {
      host: new URL(metadata.authorization_endpoint).host,
      resource,
      scope: scope && scope.length <= MAX_LENGTH ? scope : null,
      challenge: challenge && challenge.length <= MAX_LENGTH ? challenge : null,
      metadata: reduced(metadata),
    }
  } catch (error) {
    throw signInFailure(error, host)
  }
}

/** Metadata of an authorization server; undefined if there is none. */
async function authorizationServerAt(
  context: McpNeeds,
  at: string,
): Promise<AuthorizationServerMetadata | undefined> {
  const { discoverAuthorizationServerMetadata } = await import(
    '@modelcontextprotocol/sdk/client/auth.js'
  )
  const documents = documentFetch(context)
  const metadata = await discoverAuthorizationServerMetadata(at, { fetchFn: documents.fetch })
  // The library drops from OpenID documents what their own standard does not have.
  return metadata && { ...metadata, ...protectionsIn(documents.last()) }
}

const Protections = z.object({
  revocation_endpoint: z
    .string()
    .transform((text) => parseTarget(text).url.href)
    .optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
})

/** Protections that a document announces, of those that the library does not know in every kind of document. */
const protectionsIn = (document: unknown) => Protections.parse(document)

/** The resource as its server describes it, and where its authorization server is; undefined if its description is not for us. */
async function resourceOf(context: McpNeeds, server: URL, challenge: string | null) {
  const [
    { discoverOAuthProtectedResourceMetadata },
    { checkResourceAllowed, resourceUrlFromServerUrl },
  ] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/auth.js'),
    import('@modelcontextprotocol/sdk/shared/auth-utils.js'),
  ])
  const documents = documentFetch(context)
  const own = resourceUrlFromServerUrl(server)
  const metadataUrl = metadataUrlIn(challenge, server)
  const found = await discoverOAuthProtectedResourceMetadata(
    server,
    metadataUrl ? { resourceMetadataUrl: metadataUrl } : {},
    documents.fetch,
  ).catch((error: unknown) => {
    // A faulty document is an error, and so is a server that fails.
    if (documents.last() !== undefined || error instanceof OutgoingError) throw error
    return undefined
  })
  if (!found) {
    // A server without such a document is its own authorization server; one that refuses to show it may have another.
    const isMissing = documents.statuses.every((status) => MISSING.includes(status))
    return isMissing ? { resource: own.href, at: server.origin, scopes: undefined } : undefined
  }
  const { resource, authorization_servers: [first] = [], scopes_supported: scopes } = found
  if (!checkResourceAllowed({ requestedResource: own, configuredResource: resource }))
    throw new SignInError(fault('mcp_sign_in_unsuited', { host: server.host }))
  return { resource, at: first ?? server.origin, scopes: scopes?.join(' ') }
}

/** The address of the metadata that the server names, if it is its own: nobody else describes it. */
function metadataUrlIn(challenge: string | null, server: URL): URL | undefined {
  const named = paramOf(challenge, 'resource_metadata')
  if (named === undefined || !URL.canParse(named)) return undefined
  const url = new URL(named)
  return url.origin === server.origin ? url : undefined
}

/** A parameter of a `Bearer` challenge. */
function paramOf(challenge: string | null, name: string): string | undefined {
  if (!challenge || !/^bearer\b/i.test(challenge)) return undefined
  const [, quoted, plain] =
    new RegExp(`[\\s,]${name}=(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(challenge) ?? []
  return quoted ?? plain
}

/** @throws SignInError if the metadata leaves out a protection, or could send a code to somebody else */
function assertSuited(metadata: AuthorizationServerMetadata, at: string): void {
  const { issuer, authorization_endpoint: page, token_endpoint: token } = metadata
  const { host } = new URL(at)
  if (!URL.canParse(issuer)) throw new SignInError(fault('mcp_sign_in_unsuited', { host }))
  if (!metadata.code_challenge_methods_supported?.includes('S256'))
    throw new SignInError(fault('mcp_sign_in_without_pkce', { host }))
  // What names somebody else as its issuer may send what is secret to that one only (RFC 8414, section 3.3).
  const { registration_endpoint: registration, revocation_endpoint: revocation } = metadata as {
    registration_endpoint?: string
    revocation_endpoint?: string
  }
  const receivers = [token, registration, revocation].filter((each) => each !== undefined)
  const isOwn = sameIssuer(issuer, at)
  if (!isOwn && receivers.some((each) => new URL(each).origin !== new URL(issuer).origin))
    throw new SignInError(fault('mcp_sign_in_foreign_issuer', { host }))
  const { url } = parseTarget(page)
  // Only a private server, which was listed, is signed in to without encryption.
  if (url.protocol !== 'https:' && new URL(at).protocol === 'https:')
    throw new SignInError(fault('mcp_sign_in_unsuited', { host }))
}

/**
 * Reports whether the code of a page would go to another origin without the page's own origin saying so: only a response that names the issuer shows that
 * the code is meant for it.
 */
function isLedElsewhere({
  issuer,
  authorization_endpoint: page,
  token_endpoint: token,
  revocation_endpoint: revocation = token,
}: Authority['metadata']): boolean {
  const isAtPage = (url: string) => new URL(url).origin === new URL(page).origin
  return !isAtPage(issuer) && !(isAtPage(token) && isAtPage(revocation))
}

const sameIssuer = (one: string, other: string): boolean =>
  new URL(one).href.replace(/\/$/, '') === new URL(other).href.replace(/\/$/, '')

function reduced(metadata: AuthorizationServerMetadata): Authority['metadata'] {
  const known = metadata as Authority['metadata']
  return {
    issuer: known.issuer,
    authorization_endpoint: known.authorization_endpoint,
    token_endpoint: known.token_endpoint,
    response_types_supported: known.response_types_supported,
    ...(known.registration_endpoint && { registration_endpoint: known.registration_endpoint }),
    ...(known.revocation_endpoint && { revocation_endpoint: known.revocation_endpoint }),
    ...(known.token_endpoint_auth_methods_supported && {
      token_endpoint_auth_methods_supported: known.token_endpoint_auth_methods_supported,
    }),
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported:
      known.authorization_response_iss_parameter_supported === true || isLedElsewhere(known),
  }
}
