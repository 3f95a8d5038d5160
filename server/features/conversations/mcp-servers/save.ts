import type { BodyOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import type { createMcpServer, updateMcpServer } from '#contracts/mcp-servers.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { forgetSignIn } from '../mcp-sign-ins/state.ts'
import { functionNames } from './function-names.ts'
import { type McpServerRow, mcpServerQueries } from './queries.ts'
import { mcpToolQueries } from './tool-queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'config' | 'events'>

/**
 * Adds a server to an account.
 * @throws AppError `conflict` if the account has too many
 */
export function addMcpServer(
  tx: Tx,
  { db, now, config }: Needs,
  userId: number,
  { name, url, token, is_enabled, tools_off, tools_ask }: BodyOf<typeof createMcpServer>,
): McpServerRow {
  const servers = mcpServerQueries(db)
  const max = config.limits.mcpServers
  if (servers.count(userId) >= max) throw new AppError('too_many_mcp_servers', { params: { max } })
  return servers.insert(tx, {
    user_id: userId,
    name,
    url,
    token: token ?? null,
    is_enabled: Number(is_enabled),
    tools_off: JSON.stringify(tools_off),
    tools_ask: JSON.stringify(tools_ask),
    created_at: now().getTime(),
  })
}

/**
 * Changes a server; its tools are named after it.
 * @throws InvalidFields if the stored token would be sent to another address
 */
export function changeMcpServer(
  tx: Tx,
  context: Needs,
  row: McpServerRow,
  {
    name = row.name,
    url = row.url,
    token,
    is_enabled,
    tools_off,
    tools_ask,
  }: BodyOf<typeof updateMcpServer>,
): McpServerRow {
  const { db } = context
  if (token === undefined) assertSameOrigin(row, url)
  const changed: McpServerRow = {
    ...row,
    name,
    url,
    token: token === undefined ? row.token : token,
    is_enabled: Number(is_enabled ?? row.is_enabled),
    tools_off: tools_off ? JSON.stringify(tools_off) : row.tools_off,
    tools_ask: tools_ask ? JSON.stringify(tools_ask) : row.tools_ask,
    // It was about the address before.
    error: url === row.url ? row.error : null,
  }
  mcpServerQueries(db).update(tx, changed)
  // Its tokens are for the address before, or are replaced by the one that was entered.
  if (url !== row.url || token) forgetSignIn(tx, context, row)
  if (name !== row.name) renameTools(tx, db, changed)
  return changed
}

/** A stored token is only sent to the address it was entered for: being able to change an address must not reveal it. */
function assertSameOrigin(row: McpServerRow, url: string): void {
  const { origin } = new URL(row.url)
  if (row.token === null || new URL(url).origin === origin) return
  throw new InvalidFields({ token: [fault('key_needed_for_host', { host: origin })] })
}

function renameTools(tx: Tx, db: Context['db'], { id, user_id, name }: McpServerRow): void {
  const queries = mcpToolQueries(db)
  const tools = queries.list(user_id, id)
  const own = tools.map((tool) => tool.name)
  const names = functionNames(name, own, queries.takenNames(user_id, id))
  for (const tool of tools) queries.rename(tx, tool.id, names.get(tool.name)!)
}
