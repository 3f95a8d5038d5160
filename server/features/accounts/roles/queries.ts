import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface RoleRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  /** JSON list. */
  readonly capabilities: string
  /** Number of operators who have it. */
  readonly operators: number
  readonly created_at: number
}

interface NewRole {
  readonly userId: number
  readonly name: string
  readonly capabilities: string
  readonly now: number
}

const ROLE = `
  SELECT id, user_id, name, capabilities, created_at,
    (SELECT count(*) FROM operators WHERE custom_role = roles.id AND removed_at IS NULL) AS operators
  FROM roles
`

/** All SQL for the custom roles of an account. */
export const roleQueries = oncePerDb((sql) => {
  const all = sql.read<[number], RoleRow>(
    `${ROLE} WHERE user_id = ? ORDER BY name COLLATE NOCASE, id`,
  )
  const ofUser = sql.read<[number, number], RoleRow>(`${ROLE} WHERE user_id = ? AND id = ?`)
  const named = sql
    .read<[number, string], number>(
      'SELECT id FROM roles WHERE user_id = ? AND name = ? COLLATE NOCASE',
    )
    .pluck()
  const insert = sql.write<[NewRole]>(`
    INSERT INTO roles (user_id, name, capabilities, created_at) VALUES (:userId, :name, :capabilities, :now)
  `)
  const update = sql.write<[string, string, number]>(
    'UPDATE roles SET name = ?, capabilities = ? WHERE id = ?',
  )
  const forget = sql.write<[number]>(
    'UPDATE operators SET custom_role = NULL WHERE custom_role = ? AND removed_at IS NOT NULL',
  )
  const remove = sql.write<[number]>('DELETE FROM roles WHERE id = ?')
  return {
    all: (userId: number) => all.all(userId),
    ofUser: (userId: number, id: number) => ofUser.get(userId, id),
    /** Id of the role with this name, ignoring ASCII case. */
    named: (userId: number, name: string) => named.get(userId, name),
    insert: (tx: Tx, role: NewRole) => Number(insert.run(tx, role).lastInsertRowid),
    update: (tx: Tx, id: number, name: string, capabilities: string) =>
      update.run(tx, name, capabilities, id),
    /** Deletes a role that no current operator has. */
    remove(tx: Tx, id: number): void {
      forget.run(tx, id)
      remove.run(tx, id)
    },
  }
})
