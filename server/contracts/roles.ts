import { z } from 'zod'
import { GRANTABLE } from './capabilities.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { Id, Instant, ReplyId, requiredText } from './scalars.ts'

/** Maximum number of custom roles of an account. */
export const MAX_ROLES = 50

/** A capability that a custom role may grant. */
const Granted = z.enum(GRANTABLE)

/** A named set of capabilities, which its holders have beside those of every operator: reading conversations and names. */
export const Role = z.object({
  id: ReplyId,
  name: z.string(),
  capabilities: z.array(Granted),
  operators: z.int().describe('Number of operators who have it.'),
  created_at: Instant,
})
export type Role = z.output<typeof Role>

const NewRole = z.object({
  name: requiredText(60),
  capabilities: z
    .array(Granted)
    .max(GRANTABLE.length)
    .transform((all) => GRANTABLE.filter((one) => all.includes(one))),
})

const OneRole = z.object({ id: Id })
const SavedRole = z.object({ message: z.string(), data: Role })

export const listRoles = endpoint({
  method: 'get',
  path: '/user/roles',
  capability: 'people',
  summary: 'List custom roles by name',
  reply: z.object({ data: z.array(Role) }),
})

export const createRole = endpoint({
  method: 'post',
  path: '/user/roles',
  capability: 'roles',
  summary: 'Create a custom role; its name must be unique',
  body: NewRole,
  status: 201,
  refusals: [fault('too_many_roles', { max: MAX_ROLES })],
  examples: {
    body: { name: 'Reader', capabilities: ['contacts'] },
    reply: { message: 'Role created successfully' },
  },
  reply: SavedRole,
})

export const updateRole = endpoint({
  method: 'put',
  path: '/user/roles/:id',
  capability: 'roles',
  summary: 'Update a custom role; its holders have the new capabilities at once',
  params: OneRole,
  body: NewRole,
  refusals: ['role_not_found'],
  examples: {
    body: { name: 'Reader', capabilities: ['contacts'] },
    reply: { message: 'Role updated successfully' },
  },
  reply: SavedRole,
})

export const deleteRole = endpoint({
  method: 'delete',
  path: '/user/roles/:id',
  capability: 'roles',
  summary: 'Delete a custom role; its holders get the role that is named instead',
  params: OneRole,
  query: z.object({
    role: z
      .enum(['admin', 'agent'])
      .optional()
      .meta({ description: 'Role that its holders get, unless `custom_role_id` names one.' }),
    custom_role_id: Id.optional().meta({ description: 'Custom role that its holders get.' }),
  }),
  refusals: ['role_in_use', 'role_not_found'],
  examples: { query: { role: 'agent' }, reply: { message: 'Role deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
