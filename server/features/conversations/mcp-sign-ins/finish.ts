import { timingSafeEqual } from 'node:crypto'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { may } from '../../../http/policy.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { exchangeCode, type Tokens } from '../../../providers/mcp/oauth/client.ts'
import { SignInError, shownCode } from '../../../providers/mcp/oauth/failure.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { type McpServerRow, mcpServerQueries } from '../mcp-servers/queries.ts'
import { type RefreshNeeds, refreshMcpServer } from '../mcp-servers/refresh.ts'
import type { PendingSignIn, PendingSignIns } from './pending.ts'
import { noteFailure, noteSignedIn, withTokens } from './state.ts'

type Needs = RefreshNeeds & Pick<Context, 'log'>

/** Parameters of the authorization server's response, and the mark of the browser that brings them. */
export interface Returned {
  readonly state: string | undefined
  readonly code: string | undefined
  readonly iss: string | undefined
  readonly error: string | undefined
  readonly browser: Buffer | undefined
}

/** Result for the page that the browser shows. */
export type Outcome = 'done' | 'declined' | 'failed' | 'expired' | 'other_browser'

/** Longest code, characters. */
const MAX_CODE = 8000

/** Finishes a sign-in with what the browser brings back; its state is void afterwards, whatever comes of it. */
export async function finishSignIn(
  context: Needs,
  pending: PendingSignIns,
  returned: Returned,
): Promise<Outcome> {
  const started = returned.state === undefined ? undefined : pending.take(returned.state)
  const server = started && mcpServerQueries(context.db).find(started.userId, started.serverId)
  if (!started || server?.url !== started.url) return 'expired'
  if (started.browser && !isSame(started.browser, returned.browser)) return 'other_browser'
  // Whoever has signed out meanwhile, or may not change assistants any more, signs in nowhere.
  const operator = accountQueries(context.db).operatorBySession(started.session, context.now())
  if (operator?.operator.userId !== started.userId || !may(operator.operator, 'assistants'))
    return 'expired'
  const reason = reasonIn(started, returned)
  if (reason) return await refuse(context, server, reason)
  try {
    const tokens = await exchangeCode(
      onBehalfOf(context, started.userId),
      started.authority,
      started.client,
      { code: returned.code!, verifier: started.verifier, redirectUrl: started.redirectUrl },
    )
    return await accept(context, started, tokens)
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return await refuse(context, server, error.fault)
  }
}

const isSame = (one: Buffer, other: Buffer | undefined): boolean =>
  other !== undefined && one.length === other.length && timingSafeEqual(one, other)

/** Reason why a response is not accepted; its issuer comes first, because the rest may be somebody else's (RFC 9207). */
function reasonIn(
  { authority: { host, metadata } }: PendingSignIn,
  { code, iss, error }: Returned,
): Fault<ReasonCode> | undefined {
  const isNamed = iss !== undefined || metadata.authorization_response_iss_parameter_supported
  if (isNamed && iss !== metadata.issuer) return fault('mcp_sign_in_foreign_issuer', { host })
  if (error === 'access_denied') return fault('mcp_sign_in_declined')
  if (error !== undefined) return fault('mcp_sign_in_refused', { host, code: shownCode(error) })
  if (code === undefined || code === '' || code.length > MAX_CODE)
    return fault('mcp_sign_in_unsuited', { host })
  return undefined
}

async function refuse(
  context: Needs,
  server: McpServerRow,
  reason: Fault<ReasonCode>,
): Promise<Outcome> {
  await context.write((tx) => noteFailure(tx, context, server, reason))
  return reason.code === 'mcp_sign_in_declined' ? 'declined' : 'failed'
}

/** Stores the tokens, if the server is still the one that they are for, and lists its tools. */
async function accept(context: Needs, started: PendingSignIn, tokens: Tokens): Promise<Outcome> {
  const { db, write, now } = context
  const { userId, serverId, url, authority, client, clientRedirect } = started
  const current = () => mcpServerQueries(db).find(userId, serverId)
  const isStored = await write((tx) => {
    const server = current()
    if (server?.url !== url) return false
    const signIn = {
      mcp_server_id: serverId,
      server_url: url,
      state: 'signed_in',
      authority: JSON.stringify(authority),
      client_id: client.id,
      client_redirect: clientRedirect,
      client_auth: client.auth,
      client: client.secret,
      access: null,
      refresh: null,
      expires_at: null,
      error: null,
    } as const
    noteSignedIn(tx, context, server, withTokens(signIn, tokens, now()))
    return true
  })
  const server = current()
  if (!isStored || !server) return 'expired'
  await refreshMcpServer(context, server).catch((error: unknown) =>
    context.log.error({ err: error }, 'the tools of an MCP server could not be listed'),
  )
  return 'done'
}
