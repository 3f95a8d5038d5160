import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { InvalidFields } from '../../../errors.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import {
  type OAuthClient,
  openAuthorization,
  registerClient,
} from '../../../providers/mcp/oauth/client.ts'
import { type Authority, discoverAuthority } from '../../../providers/mcp/oauth/discover.ts'
import { SignInError } from '../../../providers/mcp/oauth/failure.ts'
import type { McpServerRow } from '../mcp-servers/queries.ts'
import { authorityOf, clientOf } from './authority.ts'
import type { PendingSignIn, PendingSignIns } from './pending.ts'
import { mcpSignInQueries } from './queries.ts'
import { noteStarted } from './state.ts'

type Needs = Pick<
  Context,
  'db' | 'write' | 'events' | 'now' | 'sleep' | 'networkOf' | 'lookup' | 'port' | 'version'
>

/** A client that was registered by hand at an authorization server. */
interface TypedClient {
  readonly id: string
  readonly secret: string | null
}

interface Start {
  readonly server: McpServerRow
  readonly redirectUrl: string
  readonly session: Buffer
  readonly browser: Buffer | null
  /** Null drops the client that was typed before. */
  readonly typed: TypedClient | null | undefined
}

interface Started {
  /** Page of the authorization server; null if the sign-in cannot start, for the reason of the message. */
  readonly url: string | null
  readonly message: Fault<ReasonCode>
}

/**
 * Starts a sign-in.
 * @throws InvalidFields if a client must be registered by hand
 */
export async function startSignIn(
  context: Needs,
  pending: PendingSignIns,
  { server, redirectUrl, session, browser, typed }: Start,
): Promise<Started> {
  try {
    const authority = await lookUp(context, server)
    await context.write((tx) => noteStarted(tx, context, server, authority))
    const known = await clientFor(context, server, authority, redirectUrl, typed)
    const state = pending.newState()
    const { url, verifier } = await openAuthorization(authority, known.client, {
      redirectUrl,
      state,
    })
    const { user_id: userId, id: serverId } = server
    const started: PendingSignIn = {
      ...known,
      userId,
      serverId,
      url: server.url,
      authority,
      redirectUrl,
      verifier,
      session,
      browser,
    }
    pending.keep(state, started)
    return { url, message: fault('mcp_sign_in_started') }
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return { url: null, message: error.fault }
  }
}

/** The authorization server as it describes itself now. What the server said about it when it refused a request is remembered. */
async function lookUp(context: Needs, { id, user_id, url }: McpServerRow): Promise<Authority> {
  const before = mcpSignInQueries(context.db).find(user_id, id)
  const challenge = before && before.server_url === url ? authorityOf(before).challenge : null
  const authority = await discoverAuthority(onBehalfOf(context, user_id), url, challenge)
  if (authority) return authority
  throw new SignInError(fault('mcp_sign_in_unsuited', { host: new URL(url).host }))
}

type Known = Pick<PendingSignIn, 'client' | 'clientRedirect'>

/** The client that was typed, now or for an earlier sign-in at the same place, or a new one: services forget clients that they registered. */
async function clientFor(
  context: Needs,
  server: McpServerRow,
  authority: Authority,
  redirectUrl: string,
  typed: TypedClient | null | undefined,
): Promise<Known> {
  if (typed) {
    const client: OAuthClient = { ...typed, auth: null }
    await keep(context, server, client)
    return { client, clientRedirect: null }
  }
  const stored = mcpSignInQueries(context.db).find(server.user_id, server.id)
  const signIn = typed === null ? undefined : stored
  const client = signIn?.client_redirect === null ? clientOf(signIn) : undefined
  if (client && authorityOf(signIn!).metadata.issuer === authority.metadata.issuer)
    return { client, clientRedirect: null }
  if (!authority.metadata.registration_endpoint)
    throw new InvalidFields({ client_id: [fault('mcp_client_needed', { host: authority.host })] })
  const onBehalf = onBehalfOf(context, server.user_id)
  const registered = await registerClient(onBehalf, authority, redirectUrl)
  if (typed === null) await keep(context, server, undefined)
  return { client: registered, clientRedirect: redirectUrl }
}

/** Stores a typed client for later attempts, or drops it, unless an earlier one is in use. */
async function keep(
  context: Needs,
  server: McpServerRow,
  client: OAuthClient | undefined,
): Promise<void> {
  await context.write((tx) => {
    const queries = mcpSignInQueries(context.db)
    const signIn = queries.find(server.user_id, server.id)
    if (!signIn || signIn.state === 'signed_in') return
    queries.put(tx, {
      ...signIn,
      client_id: client?.id ?? null,
      client: client?.secret ?? null,
      client_auth: client?.auth ?? null,
      client_redirect: null,
    })
  })
}
