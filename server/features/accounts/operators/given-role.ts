import { fault } from '#contracts/faults.ts'
import type { OperatorRole } from '#contracts/operators.ts'
import type { Db } from '../../../db/open.ts'
import { InvalidFields } from '../../../errors.ts'
import type { StoredRole } from '../../../http/policy.ts'
import { roleQueries } from '../roles/queries.ts'
import type { GivenRole } from './queries.ts'

interface Asked {
  readonly role?: Exclude<OperatorRole, 'custom'> | undefined
  readonly custom_role_id?: number | undefined
}

/** A role to give, with what it grants. */
interface Resolved extends GivenRole {
  readonly grants: StoredRole
}

/**
 * The role that a request names; undefined if it names none.
 * @throws InvalidFields for a custom role that the account does not have
 */
export function givenRole(
  db: Db,
  userId: number,
  { role, custom_role_id }: Asked,
): Resolved | undefined {
  if (custom_role_id === undefined)
    return role && { role, customRole: null, grants: { role, granted: null } }
  const custom = roleQueries(db).ofUser(userId, custom_role_id)
  if (!custom) throw new InvalidFields({ custom_role_id: [fault('not_selectable')] })
  return {
    role: 'agent',
    customRole: custom.id,
    grants: { role: 'custom', granted: custom.capabilities },
  }
}
