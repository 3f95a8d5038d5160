/*
 * GET    /user/roles      listRoles
 * POST   /user/roles      createRole
 * PUT    /user/roles/:id  updateRole
 * DELETE /user/roles/:id  deleteRole
 */
import { fault } from '#contracts/faults.ts'
import {
  createRole,
  deleteRole,
  listRoles,
  MAX_ROLES,
  type Role,
  updateRole,
} from '#contracts/roles.ts'
import { toInstant } from '../../../db/time.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { givenRole } from '../operators/given-role.ts'
import { operatorQueries } from '../operators/queries.ts'
import { adjustAccess, setRole } from '../operators/set-role.ts'
import { writeRevocations } from '../revocations.ts'
import { type RoleRow, roleQueries } from './queries.ts'

/** Custom roles of an account. */
export const roleRoutes: Routes = (context) => {
  const { handle, db, write, events, now } = context
  const roles = roleQueries(db)
  const operators = operatorQueries(db)

  handle(listRoles, ({ principal }) => ({ data: roles.all(principal.userId).map(present) }))

  handle(createRole, ({ principal: { userId }, body: { name, capabilities } }) =>
    write((tx) => {
      refuseTaken(userId, name)
      if (roles.all(userId).length >= MAX_ROLES)
        throw new AppError('too_many_roles', { params: { max: MAX_ROLES } })
      const id = roles.insert(tx, {
        userId,
        name,
        capabilities: JSON.stringify(capabilities),
        now: now().getTime(),
      })
      const data = present(find(userId, id))
      events.record(tx, { userId, type: 'role.saved', payload: data })
      return { message: 'Role created successfully', data }
    }),
  )

  handle(
    updateRole,
    async ({ principal: { userId, operatorId }, params, body: { name, capabilities } }) => {
      const updated = await write((tx) => {
        const { id } = find(userId, params.id)
        refuseTaken(userId, name, id)
        const holders = operators.withRole(userId, id)
        roles.update(tx, id, name, JSON.stringify(capabilities))
        for (const holder of holders) adjustAccess(tx, context, holder, operatorId)
        const data = present(find(userId, id))
        events.record(tx, { userId, type: 'role.saved', payload: data })
        return { message: 'Role updated successfully', data }
      })
      await writeRevocations(context)
      return updated
    },
  )

  handle(deleteRole, async ({ principal: { userId, operatorId }, params, query }) => {
    await write((tx) => {
      const { id } = find(userId, params.id)
      const replacement = givenRole(db, userId, query)
      const holders = operators.withRole(userId, id)
      if (holders.length > 0 && !replacement) throw new AppError('role_in_use')
      if (replacement?.customRole === id)
        throw new InvalidFields({ custom_role_id: [fault('not_selectable')] })
      for (const holder of holders) setRole(tx, context, holder, replacement!, operatorId)
      roles.remove(tx, id)
      events.record(tx, { userId, type: 'role.deleted', payload: { id } })
    })
    await writeRevocations(context)
    return { message: 'Role deleted successfully' }
  })

  function refuseTaken(userId: number, name: string, own?: number): void {
    const taken = roles.named(userId, name)
    if (taken !== undefined && taken !== own) throw new InvalidFields({ name: [fault('taken')] })
  }

  function find(userId: number, id: number): RoleRow {
    const row = roles.ofUser(userId, id)
    if (!row) throw notFound('role_not_found')
    return row
  }
}

function present({ id, name, capabilities, operators, created_at }: RoleRow): Role {
  return {
    id,
    name,
    capabilities: JSON.parse(capabilities),
    operators,
    created_at: toInstant(created_at),
  }
}
