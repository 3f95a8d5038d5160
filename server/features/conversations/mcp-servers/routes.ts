/*
 * GET    /user/mcp-servers              listMcpServers
 * POST   /user/mcp-servers              createMcpServer
 * PUT    /user/mcp-servers/:id          updateMcpServer
 * DELETE /user/mcp-servers/:id          deleteMcpServer
 * POST   /user/mcp-servers/:id/refresh  refreshMcpServer
 */
import type { Localizer } from '#contracts/localize.ts'
import {
  createMcpServer,
  deleteMcpServer,
  listMcpServers,
  refreshMcpServer,
  updateMcpServer,
} from '#contracts/mcp-servers.ts'
import type { Tx } from '../../../db/write.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { overheardFaults } from '../../platform/secrets/overheard.ts'
import { revokeLater } from '../mcp-sign-ins/end.ts'
import { mcpSignInQueries } from '../mcp-sign-ins/queries.ts'
import { forgetSignIn } from '../mcp-sign-ins/state.ts'
import { presentMcpServer } from './present.ts'
import { type McpServerRow, mcpServerQueries } from './queries.ts'
import { refreshMcpServer as refresh } from './refresh.ts'
import { addMcpServer, changeMcpServer } from './save.ts'

/** Routes of the MCP servers whose tools an account's assistants may use. */
export const mcpServerRoutes: Routes = (context) => {
  const { handle, gate, db, write } = context
  const servers = mcpServerQueries(db)
  const present = (row: McpServerRow, localizer: Localizer) => presentMcpServer(db, row, localizer)

  handle(listMcpServers, ({ principal, localizer }) => ({
    data: servers.list(principal.userId).map((row) => present(row, localizer)),
  }))

  handle(
    createMcpServer,
    async ({ principal, body, localizer }) => {
      const row = await write((tx) => addMcpServer(tx, context, principal.userId, body))
      return { message: 'MCP server created successfully', data: present(row, localizer) }
    },
    ({ url: address, token: secret }, { userId }) =>
      overheardFaults(context, { account: userId, field: 'url', sent: { address, secret } }),
  )

  handle(
    updateMcpServer,
    async ({ principal, params, body, localizer }) => {
      const { userId } = principal
      const row = await forgetting(userId, params.id, (tx) =>
        changeMcpServer(tx, context, find(userId, params.id), body),
      )
      return { message: 'MCP server updated successfully', data: present(row, localizer) }
    },
    ({ url: address, token: secret }, { userId }, { id }) => {
      const row = servers.find(userId, id)
      const stored = row && { address: row.url, hasSecret: row.token !== null }
      const sent = { address, secret }
      return overheardFaults(context, { account: userId, field: 'url', sent, stored })
    },
  )

  handle(deleteMcpServer, async ({ principal, params }) => {
    const { userId } = principal
    const row = find(userId, params.id)
    await forgetting(userId, row.id, (tx) => {
      forgetSignIn(tx, context, row)
      servers.remove(tx, userId, row.id)
    })
    return { message: 'MCP server deleted successfully' }
  })

  handle(refreshMcpServer, async ({ principal, params, localizer }) => {
    const row = find(principal.userId, params.id)
    gate.limit('mcpRefreshes', String(principal.userId))
    const { ok, message } = await refresh(context, row)
    const data = present(find(principal.userId, params.id), localizer)
    return { ok, message: localizer.translate(message), data }
  })

  /** Changes a server. If that forgets its sign-in, the tokens are revoked afterwards. */
  async function forgetting<result>(
    userId: number,
    id: number,
    change: (tx: Tx) => result,
  ): Promise<result> {
    const current = () => mcpSignInQueries(db).find(userId, id)
    const { result, forgotten } = await write((tx) => {
      const before = current()
      const result = change(tx)
      return { result, forgotten: current() ? undefined : before }
    })
    if (forgotten) revokeLater(context, userId, forgotten)
    return result
  }

  function find(userId: number, id: number): McpServerRow {
    const row = servers.find(userId, id)
    if (!row) throw notFound('mcp_server_not_found')
    return row
  }
}
