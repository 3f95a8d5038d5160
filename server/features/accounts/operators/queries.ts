import type { OperatorRole } from '#contracts/operators.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import type { StoredRole } from '../../../http/policy.ts'
import { GRANTED, ROLE } from './role-columns.ts'

export interface OperatorRow extends StoredRole {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly email: string | null
  /** Address that emails about visitors go to: `email`, or an earlier one until that is confirmed. */
  readonly confirmed_email: string | null
  readonly custom_role: number | null
  readonly custom_role_name: string | null
  /** Key of the picture. */
  readonly picture: string | null
  /** 1 for the account's first owner. */
  readonly is_first: number
  /** End of the latest unused link, unless they are signed in; ms since 1970. */
  readonly invited_until: number | null
  readonly created_at: number
}

/** A role to give: a custom one, or one that every account has. */
export interface GivenRole {
  readonly role: Exclude<OperatorRole, 'custom'>
  readonly customRole: number | null
}

interface NewOperator extends GivenRole {
  readonly userId: number
  readonly name: string
  readonly email: string | null
}

interface Change {
  readonly name?: string | undefined
  readonly email?: string | null | undefined
}

const OPERATOR = `
  SELECT id, user_id, name, email, confirmed_email, ${ROLE} AS role, ${GRANTED} AS granted, custom_role,
    (SELECT key FROM pictures WHERE operator_id = operators.id) AS picture,
    (SELECT roles.name FROM roles WHERE roles.id = custom_role) AS custom_role_name, created_at,
    id = (
      SELECT min(id) FROM operators AS first
      WHERE first.user_id = operators.user_id AND first.role = 'owner' AND first.removed_at IS NULL
    ) AS is_first,
    (
      SELECT iif(max(kind = 'browser') = 1, NULL, max(expires_at)) FROM sessions WHERE operator_id = operators.id
    ) AS invited_until
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
  const withRole = sql.read<[number, number], OperatorRow>(
    `${OPERATOR} WHERE user_id = ? AND custom_role = ? AND removed_at IS NULL ORDER BY id`,
  )
  const owners = sql
    .read<[number], number>(
      "SELECT count(*) FROM operators WHERE user_id = ? AND role = 'owner' AND removed_at IS NULL",
    )
    .pluck()
  const isSignedIn = sql
    .read<[number], number>(
      "SELECT EXISTS (SELECT 1 FROM sessions WHERE operator_id = ? AND kind = 'browser')",
    )
    .pluck()
  const insert = sql.write<[NewOperator & { readonly now: number }]>(`
    INSERT INTO operators (user_id, name, email, role, custom_role, created_at)
    VALUES (:userId, :name, :email, :role, :customRole, :now)
  `)
  const update = sql.write<[string, string | null, number]>(
    'UPDATE operators SET name = ?, email = ? WHERE id = ?',
  )
  const confirmEmail = sql.write<[{ id: number; email: string }]>(`
    UPDATE operators SET confirmed_email = email
    WHERE id = :id AND email = :email AND confirmed_email IS NOT email AND removed_at IS NULL
  `)
  const setRole = sql.write<[GivenRole & { readonly id: number }]>(
    'UPDATE operators SET role = :role, custom_role = :customRole WHERE id = :id',
  )
  const remove = sql.write<[number, number]>('UPDATE operators SET removed_at = ? WHERE id = ?')

  return {
    /** All operators of an account, in the order they joined. */
    team: (userId: number) => team.all(userId),
    /** The first owner of an account. */
    first: (userId: number) => team.all(userId).find(({ is_first }) => is_first === 1)!,
    ofUser: (userId: number, id: number) => ofUser.get(userId, id),
    /** Operators with a custom role. */
    withRole: (userId: number, roleId: number) => withRole.all(userId, roleId),
    /** Number of owners of an account. */
    owners: (userId: number) => owners.get(userId)!,
    /** Reports whether an operator has a browser session. */
    isSignedIn: (id: number) => isSignedIn.get(id) === 1,
    insert: (tx: Tx, operator: NewOperator, now: Date) =>
      Number(insert.run(tx, { ...operator, now: now.getTime() }).lastInsertRowid),
    update: (tx: Tx, row: OperatorRow, { name = row.name, email = row.email }: Change) =>
      update.run(tx, name, email, row.id),
    /** Confirms an operator's address; false if it is confirmed, or another one by now. */
    confirmEmail: (tx: Tx, id: number, email: string) =>
      confirmEmail.run(tx, { id, email }).changes > 0,
    setRole: (tx: Tx, id: number, { role, customRole }: GivenRole) =>
      setRole.run(tx, { id, role, customRole }),
    remove: (tx: Tx, id: number, now: Date) => remove.run(tx, now.getTime(), id),
  }
})
