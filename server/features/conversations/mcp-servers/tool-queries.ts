import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface McpToolRow {
  readonly id: number
  readonly user_id: number
  readonly mcp_server_id: number
  readonly name: string
  readonly function_name: string
  readonly description: string
  /** JSON. */
  readonly input_schema: string
  readonly is_read_only: number
  readonly is_available: number
}

type Put = Omit<McpToolRow, 'id' | 'is_available'>

/** All SQL for tools of MCP servers. */
export const mcpToolQueries = oncePerDb((sql) => {
  const list = sql.read<[number, number], McpToolRow>(
    'SELECT * FROM mcp_tools WHERE mcp_server_id = ? AND user_id = ? ORDER BY id',
  )
  const find = sql.read<[number, number], McpToolRow>(
    'SELECT * FROM mcp_tools WHERE id = ? AND user_id = ?',
  )
  const taken = sql
    .read<[number, number], string>(
      'SELECT function_name FROM mcp_tools WHERE user_id = ? AND mcp_server_id <> ?',
    )
    .pluck()
  const put = sql.write<[Put]>(`
    INSERT INTO mcp_tools (user_id, mcp_server_id, name, function_name, description, input_schema, is_read_only)
    VALUES (:user_id, :mcp_server_id, :name, :function_name, :description, :input_schema, :is_read_only)
    ON CONFLICT (mcp_server_id, name) DO UPDATE SET
      function_name = excluded.function_name, description = excluded.description,
      input_schema = excluded.input_schema, is_read_only = excluded.is_read_only, is_available = 1
  `)
  const removeUnused = sql.write<[number, string]>(`
    DELETE FROM mcp_tools
    WHERE mcp_server_id = ? AND name NOT IN (SELECT value FROM json_each(?))
      AND NOT EXISTS (SELECT 1 FROM assistant_mcp_tools WHERE mcp_tool_id = mcp_tools.id)
  `)
  const retire = sql.write<[number, string]>(`
    UPDATE mcp_tools SET is_available = 0
    WHERE mcp_server_id = ? AND name NOT IN (SELECT value FROM json_each(?))
  `)
  const rename = sql.write<[string, number]>('UPDATE mcp_tools SET function_name = ? WHERE id = ?')

  return {
    list: (userId: number, serverId: number) => list.all(serverId, userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** Names for models that tools of the account's other servers have. */
    takenNames: (userId: number, serverId: number) => taken.all(userId, serverId),
    put: (tx: Tx, row: Put) => put.run(tx, row),
    /** Removes a server's other tools; those that assistants have chosen stay, but cannot be used. */
    removeOthers(tx: Tx, serverId: number, names: readonly string[]): void {
      const kept = JSON.stringify(names)
      removeUnused.run(tx, serverId, kept)
      retire.run(tx, serverId, kept)
    },
    rename: (tx: Tx, id: number, functionName: string) => rename.run(tx, functionName, id),
  }
})
