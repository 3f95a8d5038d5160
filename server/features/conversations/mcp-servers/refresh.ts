import { encodeFault, type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { startTimeLimit } from '../../../providers/http/time-limit.ts'
import { McpRefusal, McpUnauthorized } from '../../../providers/mcp/failure.ts'
import { type ListedTool, listMcpTools, type ToolList } from '../../../providers/mcp/list-tools.ts'
import { discoverAuthority } from '../../../providers/mcp/oauth/discover.ts'
import { SignInError } from '../../../providers/mcp/oauth/failure.ts'
import { credentialsOf, signInReason } from '../mcp-sign-ins/credentials.ts'
import { forgetUnneeded, noteNeeded, recordServers } from '../mcp-sign-ins/state.ts'
import { functionNames } from './function-names.ts'
import { type McpServerRow, mcpServerQueries } from './queries.ts'
import { mcpToolQueries } from './tool-queries.ts'

/** Dependencies of a refresh. */
export type RefreshNeeds = Pick<
  Context,
  | 'db'
  | 'write'
  | 'events'
  | 'now'
  | 'sleep'
  | 'networkOf'
  | 'lookup'
  | 'port'
  | 'version'
  | 'config'
>

interface Refreshed {
  readonly ok: boolean
  readonly message: Fault<ReasonCode>
}

/** Longest error text of a server that is shown. */
const MAX_TEXT = 300

/** Lists a server's tools and stores them; if that fails, they stay as they were and the reason is stored. */
export async function refreshMcpServer(
  context: RefreshNeeds,
  row: McpServerRow,
): Promise<Refreshed> {
  const { db, write, now } = context
  const outcome = await listOf(context, row)
  await write((tx) => {
    const current = mcpServerQueries(db).find(row.user_id, row.id)
    // Deleted or moved meanwhile: the result is about something else.
    if (current?.url !== row.url) return
    const isListed = 'tools' in outcome
    mcpServerQueries(db).update(tx, {
      ...current,
      error: isListed ? null : encodeFault(outcome.error),
      refreshed_at: isListed ? now().getTime() : current.refreshed_at,
    })
    if (isListed) {
      storeTools(tx, db, current, outcome.tools)
      forgetUnneeded(tx, context, current)
    }
    recordServers(tx, context, row.user_id)
  })
  if ('error' in outcome) return { ok: false, message: outcome.error }
  const { tools, leftOut: left } = outcome
  const count = tools.length
  return left === 0
    ? { ok: true, message: fault('mcp_tools_listed', { count }) }
    : { ok: true, message: fault('mcp_tools_listed_partly', { count, left }) }
}

async function listOf(
  context: RefreshNeeds,
  server: McpServerRow,
): Promise<ToolList | { readonly error: Fault<ReasonCode> }> {
  const { user_id, url, token } = server
  const { mcpListMs, mcpListBytes, mcpTools } = context.config.limits
  const sent = new Set<string>(token ? [token] : [])
  const onBehalf = onBehalfOf(context, user_id)
  const limit = startTimeLimit(context, mcpListMs)
  try {
    const credentials = credentialsOf(onBehalf, server, (each) => sent.add(each))
    const place = { url, credentials, timeoutMs: mcpListMs, maxBytes: mcpListBytes }
    return await listMcpTools(onBehalf, place, mcpTools, limit.signal)
  } catch (error) {
    const needed = error instanceof McpUnauthorized && (await signInNeeded(context, server, error))
    return { error: needed || reasonOf(error, url, [...sent]) }
  } finally {
    limit.cancel()
  }
}

/** Reason for a refused request if the server can be signed in to; undefined if it wants a token that somebody enters. */
async function signInNeeded(
  context: RefreshNeeds,
  server: McpServerRow,
  { challenge }: McpUnauthorized,
): Promise<Fault<ReasonCode> | undefined> {
  const { db, write } = context
  const { id, user_id, url, token } = server
  if (token) return undefined
  const known = signInReason(context, server)
  if (known) return known
  try {
    const authority = await discoverAuthority(onBehalfOf(context, user_id), url, challenge)
    if (!authority) return undefined
    const isNeeded = await write((tx) => {
      const current = mcpServerQueries(db).find(user_id, id)
      return current?.url === url && noteNeeded(tx, context, current, authority)
    })
    return isNeeded ? fault('mcp_sign_in_needed', { host: authority.host }) : undefined
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return error.fault
  }
}

/** The reason as a sentence; a server that repeats a token does not get it shown. */
function reasonOf(error: unknown, url: string, sent: readonly string[]): Fault<ReasonCode> {
  if (error instanceof McpRefusal) {
    const text = sent.reduce((rest, token) => rest.replaceAll(token, '[hidden]'), error.message)
    return fault('mcp_error', { text: text.slice(0, MAX_TEXT).toWellFormed() })
  }
  if (!(error instanceof OutgoingError)) throw error
  if (error.fault.code.startsWith('mcp_') || error.fault.code === 'provider_redirects')
    return error.fault
  return error.code === 'failed'
    ? fault('provider_unreachable', { host: new URL(url).host, reason: error.fault })
    : fault('outgoing_failed', { reason: error.fault })
}

function storeTools(
  tx: Tx,
  db: Context['db'],
  { id, user_id, name }: McpServerRow,
  tools: readonly ListedTool[],
): void {
  const queries = mcpToolQueries(db)
  const listed = tools.map((tool) => tool.name)
  queries.removeOthers(tx, id, listed)
  const gone = queries.list(user_id, id).map((tool) => tool.name)
  const all = [...new Set([...listed, ...gone])]
  const names = functionNames(name, all, queries.takenNames(user_id, id))
  for (const tool of tools) {
    queries.put(tx, {
      user_id,
      mcp_server_id: id,
      name: tool.name,
      function_name: names.get(tool.name)!,
      description: tool.description,
      input_schema: JSON.stringify(tool.inputSchema),
      is_read_only: Number(tool.isReadOnly),
    })
  }
  for (const tool of queries.list(user_id, id)) {
    const functionName = names.get(tool.name)!
    if (tool.function_name !== functionName) queries.rename(tx, tool.id, functionName)
  }
}
