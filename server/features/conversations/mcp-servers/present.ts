import { decodeFault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { McpServer } from '#contracts/mcp-servers.ts'
import type { Db } from '../../../db/open.ts'
import { ifSet, toDateTime } from '../../../db/time.ts'
import { allowableIn } from '../../../providers/http/allowable.ts'
import { authorityOf } from '../mcp-sign-ins/authority.ts'
import { mcpSignInQueries } from '../mcp-sign-ins/queries.ts'
import type { McpServerRow } from './queries.ts'
import { mcpToolQueries } from './tool-queries.ts'

/** A server for its account, without its token. */
export function presentMcpServer(db: Db, row: McpServerRow, localizer: Localizer): McpServer {
  const off = toolsOff(row)
  const asking = toolsAsking(row)
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    has_token: row.token !== null,
    sign_in: presentSignIn(db, row, localizer),
    is_enabled: row.is_enabled === 1,
    tools_off: off,
    tools_ask: asking,
    tools: mcpToolQueries(db)
      .list(row.user_id, row.id)
      .map(({ id, name, function_name, description, is_read_only, is_available }) => ({
        id,
        name,
        function_name,
        description,
        is_read_only: is_read_only === 1,
        is_enabled: !off.includes(name),
        asks_first: asking.includes(name),
        is_available: is_available === 1,
      })),
    error: isSignInNeeded(row) ? null : localizer.translateStored(row.error),
    allowable_address: allowableIn(row.error),
    refreshed_at: ifSet(row.refreshed_at, toDateTime),
    created_at: toDateTime(row.created_at),
  }
}

/** Reports whether a server could not be used for want of a sign-in, which `sign_in` says. */
function isSignInNeeded({ error }: McpServerRow): boolean {
  const code = error === null ? undefined : decodeFault(error)?.code
  return code === 'mcp_sign_in_needed' || code === 'mcp_sign_in_again'
}

/** The sign-in of a server, without its tokens; null if none is known of. */
function presentSignIn(db: Db, row: McpServerRow, localizer: Localizer): McpServer['sign_in'] {
  const signIn = mcpSignInQueries(db).find(row.user_id, row.id)
  if (!signIn) return null
  const { host, metadata } = authorityOf(signIn)
  return {
    state: signIn.state,
    host,
    can_register: metadata.registration_endpoint !== undefined,
    client_id: signIn.client_redirect === null ? signIn.client_id : null,
    error: localizer.translateStored(signIn.error),
  }
}

/** Names of a server's tools that no assistant may use. */
export const toolsOff = ({ tools_off }: Pick<McpServerRow, 'tools_off'>): string[] =>
  JSON.parse(tools_off)

/** Names of a server's tools whose calls a person approves first. */
export const toolsAsking = ({ tools_ask }: Pick<McpServerRow, 'tools_ask'>): string[] =>
  JSON.parse(tools_ask)
