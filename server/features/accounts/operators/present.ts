import type { Operator, OperatorChange } from '#contracts/operators.ts'
import { toInstant } from '../../../db/time.ts'
import { picturePath } from '../../platform/pictures/present.ts'
import type { OperatorRow } from './queries.ts'

/** An operator in events. */
export function presentChange(row: OperatorRow): OperatorChange {
  const { id, name, email, confirmed_email, role, custom_role, custom_role_name } = row
  return {
    id,
    name,
    email,
    confirmed_email,
    role,
    custom_role: custom_role === null ? null : { id: custom_role, name: custom_role_name! },
    picture: picturePath(row.picture),
    is_first: row.is_first === 1,
    created_at: toInstant(row.created_at),
  }
}

/** An operator in the API; `me` is the operator asking. */
export function presentOperator(row: OperatorRow, me: number): Operator {
  const { invited_until } = row
  return {
    ...presentChange(row),
    is_me: row.id === me,
    invited_until: invited_until === null ? null : toInstant(invited_until),
  }
}
