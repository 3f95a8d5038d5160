import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { Tokens } from '../../../providers/mcp/oauth/client.ts'
import type { Authority } from '../../../providers/mcp/oauth/discover.ts'
import { dropNotice, raiseNotice } from '../../platform/notices/raise.ts'
import type { McpServerRow } from '../mcp-servers/queries.ts'
import { authorityOf, withoutTokens } from './authority.ts'
import { mcpSignInQueries, type SignIn } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>
type Server = Pick<McpServerRow, 'id' | 'user_id' | 'url'>

const about = ({ user_id: userId, url }: Server) =>
  ({ userId, kind: 'mcp_sign_in', subject: new URL(url).host }) as const

/** Drops the notice about a server, unless another one at the same host needs a new sign-in, too. */
function dropOwnNotice(tx: Tx, context: Needs, server: Server): void {
  const own = about(server)
  const others = mcpSignInQueries(context.db).otherExpired(server.user_id, server.id)
  if (!others.some((url) => new URL(url).host === own.subject)) dropNotice(tx, context, own)
}

/** Tells desks that the list of MCP servers is to be read again. */
export function recordServers(tx: Tx, { events }: Pick<Context, 'events'>, userId: number): void {
  events.record(tx, { userId, type: 'mcp_servers.changed', payload: {} })
}

/**
 * Records that a server asks for a sign-in; false if it is signed in to, which only its authorization server or a person ends. What is known of an
 * earlier sign-in at the same authorization server stays.
 */
export function noteNeeded(tx: Tx, context: Needs, server: Server, authority: Authority): boolean {
  const queries = mcpSignInQueries(context.db)
  const before = queries.find(server.user_id, server.id)
  if (before?.state === 'signed_in') return false
  const text = JSON.stringify(authority)
  const isSame = before && authorityOf(before).metadata.issuer === authority.metadata.issuer
  queries.put(
    tx,
    isSame ? { ...before, server_url: server.url, authority: text } : blank(server, text),
  )
  return true
}

const blank = (server: Server, authority: string): SignIn => ({
  mcp_server_id: server.id,
  server_url: server.url,
  state: 'needed',
  authority,
  client_id: null,
  client_redirect: null,
  client_auth: null,
  access: null,
  refresh: null,
  client: null,
  expires_at: null,
  error: null,
})

/** Time before the end of a token at which it is renewed, ms. */
export const EARLY_MS = 60_000

/**
 * A sign-in with new tokens; without a new refresh token the one before stays. The end of a token that lives for two minutes or less is not kept: it
 * would be renewed for nearly every request, and its server says when it has ended.
 */
export function withTokens(
  signIn: SignIn,
  { access, refresh, expiresIn }: Tokens,
  now: Date,
): SignIn {
  const lifetime = expiresIn === null ? 0 : Math.round(expiresIn * 1000)
  const expiresAt = lifetime > 2 * EARLY_MS ? now.getTime() + lifetime : null
  return {
    ...signIn,
    state: 'signed_in',
    access,
    refresh: refresh ?? signIn.refresh,
    expires_at: expiresAt !== null && Number.isSafeInteger(expiresAt) ? expiresAt : null,
    error: null,
  }
}

/** Stores a new sign-in. */
export function noteSignedIn(tx: Tx, context: Needs, server: Server, signIn: SignIn): void {
  mcpSignInQueries(context.db).put(tx, signIn)
  dropOwnNotice(tx, context, server)
  recordServers(tx, context, server.user_id)
}

/** Records that a sign-in is started. One in use stays until the new one has succeeded; the reason of an earlier failure does not, so that the next failure is a change. */
export function noteStarted(tx: Tx, context: Needs, server: Server, authority: Authority): void {
  const queries = mcpSignInQueries(context.db)
  noteNeeded(tx, context, server, authority)
  const signIn = queries.find(server.user_id, server.id)
  if (signIn?.error) queries.put(tx, { ...signIn, error: null })
}

/** Records that an attempt to sign in failed; an earlier sign-in stays. */
export function noteFailure(tx: Tx, context: Needs, server: Server, reason: Fault): void {
  const queries = mcpSignInQueries(context.db)
  const signIn = queries.find(server.user_id, server.id)
  if (!signIn) return
  queries.put(tx, { ...signIn, error: encodeFault(reason) })
  recordServers(tx, context, server.user_id)
}

/** Ends a sign-in that its server no longer accepts, and notifies those who manage the account. */
export function expire(tx: Tx, context: Needs, server: Server, signIn: SignIn): void {
  mcpSignInQueries(context.db).put(tx, { ...withoutTokens(signIn), state: 'expired', error: null })
  const { host } = authorityOf(signIn)
  raiseNotice(tx, context, about(server), fault('mcp_sign_in_again', { host }))
  recordServers(tx, context, server.user_id)
}

/** Forgets the sign-in of a server that is removed, or gets another address or a token. */
export function forgetSignIn(tx: Tx, context: Needs, server: Server): void {
  mcpSignInQueries(context.db).remove(tx, server.id)
  dropOwnNotice(tx, context, server)
}

/** Forgets a sign-in that is needed or expired, because its server answers without it. */
export function forgetUnneeded(tx: Tx, context: Needs, server: Server): void {
  const signIn = mcpSignInQueries(context.db).find(server.user_id, server.id)
  if (signIn && signIn.state !== 'signed_in') forgetSignIn(tx, context, server)
}

/** Records that somebody has signed out; a client that was typed stays for the next time. */
export function noteSignedOut(tx: Tx, context: Needs, server: Server, signIn: SignIn): void {
  mcpSignInQueries(context.db).put(tx, { ...signIn, state: 'needed', error: null })
  dropOwnNotice(tx, context, server)
  recordServers(tx, context, server.user_id)
}
