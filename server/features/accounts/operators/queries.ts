import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface OperatorRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly email: string | null
  /** 1 for whom the account began with. */
  readonly is_first: number
  readonly created_at: number
}

interface Change {
  readonly name: string | undefined
  readonly email: string | null | undefined
}

const OPERATOR = `
  SELECT id, user_id, name, email, created_at,
    id = (SELECT min(id) FROM operators AS first WHERE first.user_id = operators.user_id) AS is_first
  FROM operators
`

/** All SQL about the people of an account. */
export const operatorQueries = oncePerDb((sql) => {
  const team = sql.read<[number], OperatorRow>(
    `${OPERATOR} WHERE user_id = ? AND removed_at IS NULL ORDER BY id`,
  )
  const ofUser = sql.read<[number, number], OperatorRow>(
    `${OPERATOR} WHERE user_id = ? AND id = ? AND removed_at IS NULL`,
  )
  const insert = sql.write<[number, string, string | null, number]>(
    'INSERT INTO operators (user_id, name, email, created_at) VALUES (?, ?, ?, ?)',
  )
  const update = sql.write<[string, string | null, number]>(
    'UPDATE operators SET name = ?, email = ? WHERE id = ?',
  )
  const remove = sql.write<[number, number]>('UPDATE operators SET removed_at = ? WHERE id = ?')

  return {
    /** Everybody at the desk of an account, in the order they came. */
    team: (userId: number) => team.all(userId),
    ofUser: (userId: number, id: number) => ofUser.get(userId, id),
    insert: (tx: Tx, userId: number, name: string, email: string | null, now: Date) =>
      Number(insert.run(tx, userId, name, email, now.getTime()).lastInsertRowid),
    update: (tx: Tx, row: OperatorRow, { name = row.name, email = row.email }: Change) =>
      update.run(tx, name, email, row.id),
    remove: (tx: Tx, id: number, now: Date) => remove.run(tx, now.getTime(), id),
  }
})
