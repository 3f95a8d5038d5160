import { oncePerDb } from '../../db/once-per-db.ts'
import type { StoredRole } from '../../http/policy.ts'
import { GRANTED, ROLE } from './operators/role-columns.ts'

/** A sign-in link or session, with the role of the person at its other end. */
interface Issued extends StoredRole {
  readonly id: number
  readonly kind: 'link' | 'browser'
}

/** SQL for links and sessions by the people who issued them to others. */
export const issuedQueries = oncePerDb((sql) => {
  const issued = (column: string, other: string) =>
    sql.read<[number], Issued>(`
      SELECT sessions.id, kind, ${ROLE} AS role, ${GRANTED} AS granted
      FROM sessions JOIN operators ON operators.id = sessions.${other}
      WHERE sessions.${column} = ? AND sessions.issued_by_operator <> sessions.operator_id
    `)
  const byOperator = issued('issued_by_operator', 'operator_id')
  const toOperator = issued('operator_id', 'issued_by_operator')
  return {
    /** Issued by an operator, with the roles of their holders. */
    byOperator: (operatorId: number) => byOperator.all(operatorId),
    /** Issued to an operator, with the roles of their issuers. */
    toOperator: (operatorId: number) => toOperator.all(operatorId),
  }
})
