import type { NewTool } from '#contracts/tools.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import { sealingOf } from '../../../db/sealing.ts'
import type { Tx } from '../../../db/write.ts'
import { opened, sealed, TOOL_HEADERS } from '../../platform/secrets/places.ts'

export interface ToolRow {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly endpoint: string
  readonly method: NewTool['method']
  /** Seconds. */
  readonly timeout: number
  /** JSON. */
  readonly headers: string
  /** JSON. */
  readonly schema: string
  readonly asks_first: number
  readonly created_at: number
}

/** An assistant that uses a tool. */
interface ToolUserRow {
  readonly tool_id: number
  readonly assistant_id: number
  readonly name: string
}

type Written = Omit<ToolRow, 'id' | 'created_at'>

const COLUMNS =
  'id, name, description, endpoint, method, timeout, headers, schema, asks_first, created_at'

/** All SQL for custom tools. Header values are sealed in the database and plain in these rows. */
export const toolQueries = oncePerDb((sql, db) => {
  const list = sql.read<[number], ToolRow>(
    `SELECT ${COLUMNS} FROM tools WHERE user_id = ? ORDER BY id`,
  )
  const users = sql.read<[number], ToolUserRow>(`
    SELECT places.tool_id, assistants.id AS assistant_id, assistants.name
    FROM assistant_tools AS places
    JOIN assistants ON assistants.id = places.assistant_id
    WHERE assistants.user_id = ? AND assistants.deleted_at IS NULL
    ORDER BY places.tool_id, assistants.name
  `)
  const find = sql.read<[number, number], ToolRow>(
    `SELECT ${COLUMNS} FROM tools WHERE id = ? AND user_id = ?`,
  )
  const insert = sql.write<[Written & { user_id: number; created_at: number }], ToolRow>(`
    INSERT INTO tools (user_id, name, description, endpoint, method, timeout, headers, schema, asks_first, created_at)
    VALUES (:user_id, :name, :description, :endpoint, :method, :timeout, :headers, :schema, :asks_first, :created_at)
    RETURNING ${COLUMNS}
  `)
  const update = sql.write<[Written & { user_id: number; id: number }], ToolRow>(`
    UPDATE tools SET
      name = :name, description = :description, endpoint = :endpoint, method = :method, timeout = :timeout,
      headers = :headers, schema = :schema, asks_first = :asks_first
    WHERE id = :id AND user_id = :user_id
    RETURNING ${COLUMNS}
  `)
  const allow = sql.write<[number, number]>(
    'UPDATE tools SET asks_first = 0 WHERE id = ? AND user_id = ?',
  )
  const remove = sql.write<[number, number]>('DELETE FROM tools WHERE id = ? AND user_id = ?')

  const inClear = (row: ToolRow): ToolRow => ({
    ...row,
    headers: opened(sealingOf(db), TOOL_HEADERS, row.headers),
  })
  function written({ headers, schema, asks_first, ...fields }: NewTool, stored?: string): Written {
    const locked = sealed(sealingOf(db), TOOL_HEADERS, JSON.stringify(headers), stored)
    return {
      ...fields,
      headers: locked,
      schema: JSON.stringify(schema),
      asks_first: Number(asks_first),
    }
  }

  return {
    list: (userId: number) => list.all(userId).map(inClear),
    users: (userId: number) => users.all(userId),
    find(userId: number, id: number): ToolRow | undefined {
      const row = find.get(id, userId)
      return row && inClear(row)
    },
    insert: (tx: Tx, userId: number, tool: NewTool, now: Date) =>
      inClear(insert.get(tx, { ...written(tool), user_id: userId, created_at: now.getTime() })!),
    update(tx: Tx, userId: number, id: number, tool: NewTool): ToolRow {
      const stored = find.get(id, userId)?.headers
      return inClear(update.get(tx, { ...written(tool, stored), user_id: userId, id })!)
    },
    /** The tool no longer asks first. */
    allow: (tx: Tx, userId: number, id: number) => allow.run(tx, id, userId),
    /** Deletes a tool and removes it from assistants; false if there is none. */
    remove: (tx: Tx, userId: number, id: number) => remove.run(tx, id, userId).changes > 0,
  }
})
