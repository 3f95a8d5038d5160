import type { OperatorRole } from '#contracts/operators.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface OperatorRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly email: string | null
  readonly role: OperatorRole
  /** 1 for the account's first operator. */
  readonly is_first: number
  readonly created_at: number
}

type NewOperator = Pick<OperatorRow, 'user_id' | 'name' | 'email' | 'role'>

interface Change {
  readonly name: string | undefined
  readonly email: string | null | undefined
  readonly role: OperatorRole | undefined
}

const OPERATOR = `
  SELECT id, user_id, name, email, role, created_at,
    id = (SELECT min(id) FROM operators AS first WHERE first.user_id = operators.user_id) AS is_first
  FROM operators
`

/** All SQL for the operators of an account. */
export const operatorQueries = oncePerDb((sql) => {
  const team = sql.read<[number], OperatorRow>(
    `${OPERATOR} WHERE user_id = ? AND removed_at IS NULL ORDER BY id`,
  )
  const ofUser = sql.read<[number, number], OperatorRow>(
    `${OPERATOR} WHERE user_id = ? AND id = ? AND removed_at IS NULL`,
  )
  const isSignedIn = sql
    .read<[number], number>(
      "SELECT EXISTS (SELECT 1 FROM sessions WHERE operator_id = ? AND kind = 'browser')",
    )
    .pluck()
  const insert = sql.write<[number, string, string | null, OperatorRole, number]>(
    'INSERT INTO operators (user_id, name, email, role, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const update = sql.write<[string, string | null, OperatorRole, number]>(
    'UPDATE operators SET name = ?, email = ?, role = ? WHERE id = ?',
  )
  const remove = sql.write<[number, number]>('UPDATE operators SET removed_at = ? WHERE id = ?')

  return {
    /** All operators of an account, in the order they joined. */
    team: (userId: number) => team.all(userId),
    ofUser: (userId: number, id: number) => ofUser.get(userId, id),
    /** Reports whether an operator has a browser session. */
    isSignedIn: (id: number) => isSignedIn.get(id) === 1,
    insert: (tx: Tx, { user_id, name, email, role }: NewOperator, now: Date) =>
      Number(insert.run(tx, user_id, name, email, role, now.getTime()).lastInsertRowid),
    update: (
      tx: Tx,
      row: OperatorRow,
      { name = row.name, email = row.email, role = row.role }: Change,
    ) => update.run(tx, name, email, role, row.id),
    remove: (tx: Tx, id: number, now: Date) => remove.run(tx, now.getTime(), id),
  }
})
