import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import { sealingOf } from '../../../db/sealing.ts'
import type { Tx } from '../../../db/write.ts'

export interface McpServerRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly url: string
  readonly token: string | null
  readonly is_enabled: number
  /** JSON. */
  readonly tools_off: string
  /** JSON. */
  readonly tools_ask: string
  readonly error: StoredFault | null
  readonly refreshed_at: number | null
  readonly created_at: number
}

/** Name under which tokens are sealed in the vault. */
export const MCP_TOKEN = 'mcp token'

/** All SQL for MCP servers. Tokens are sealed in the database and plain in these rows; empty if their key is missing. */
export const mcpServerQueries = oncePerDb((sql, db) => {
  const list = sql.read<[number], McpServerRow>(
    'SELECT * FROM mcp_servers WHERE user_id = ? ORDER BY id',
  )
  const find = sql.read<[number, number], McpServerRow>(
    'SELECT * FROM mcp_servers WHERE id = ? AND user_id = ?',
  )
  const count = sql
    .read<[number], number>('SELECT count(*) FROM mcp_servers WHERE user_id = ?')
    .pluck()
  const insert = sql
    .write<[Omit<McpServerRow, 'id' | 'error' | 'refreshed_at'>], number>(`
      INSERT INTO mcp_servers (user_id, name, url, token, is_enabled, tools_off, tools_ask, created_at)
      VALUES (:user_id, :name, :url, :token, :is_enabled, :tools_off, :tools_ask, :created_at)
      RETURNING id
    `)
    .pluck()
  const update = sql.write<[McpServerRow]>(`
    UPDATE mcp_servers SET name = :name, url = :url, token = :token, is_enabled = :is_enabled,
      tools_off = :tools_off, tools_ask = :tools_ask, error = :error, refreshed_at = :refreshed_at
    WHERE id = :id AND user_id = :user_id
  `)
  const remove = sql.write<[number, number]>('DELETE FROM mcp_servers WHERE id = ? AND user_id = ?')

  const inClear = (row: McpServerRow): McpServerRow => ({
    ...row,
    token: row.token && (sealingOf(db).open(MCP_TOKEN, row.token) ?? ''),
  })
  const found = (userId: number, id: number) => {
    const row = find.get(id, userId)
    return row && inClear(row)
  }
  /** A token that reads as empty because its key is missing keeps its stored value. */
  const sealed = (token: string | null, stored: string | null) =>
    token === '' ? stored : token && sealingOf(db).seal(MCP_TOKEN, token)

  return {
    list: (userId: number) => list.all(userId).map(inClear),
    find: found,
    count: (userId: number) => count.get(userId)!,
    insert(tx: Tx, row: Omit<McpServerRow, 'id' | 'error' | 'refreshed_at'>): McpServerRow {
      const id = insert.get(tx, { ...row, token: sealed(row.token, null) })!
      return found(row.user_id, id)!
    },
    update(tx: Tx, row: McpServerRow): void {
      const stored = find.get(row.id, row.user_id)?.token ?? null
      update.run(tx, { ...row, token: sealed(row.token, stored) })
    },
    /** Deletes a server with its tools; false if there is none. */
    remove: (tx: Tx, userId: number, id: number) => remove.run(tx, id, userId).changes > 0,
  }
})
