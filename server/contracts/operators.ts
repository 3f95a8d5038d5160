import { z } from 'zod'
import { AccountName, Email, SignInLink } from './accounts.ts'
import { UploadedFile } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import { PICTURE_RULES, PicturePath } from './picture-fields.ts'
import { Id, Instant, optional, ReplyId } from './scalars.ts'

/**
 * `owner` has full access to the account, and decides on roles; `admin` has full access but for roles; `agent` answers visitors:
 * conversations, contacts, knowledge; `custom` has the capabilities of a role of the account's own.
 */
export const OperatorRole = z.enum(['owner', 'admin', 'agent', 'custom'])
export type OperatorRole = z.output<typeof OperatorRole>

/** Custom role to give, which takes precedence over `role`. */
const CustomRoleId = optional(Id).describe('Id of a custom role; takes precedence over `role`.')

/** An operator of an account. */
export const Operator = z.object({
  id: ReplyId,
  name: z.string().describe('Name shown to visitors.'),
  email: z.string().nullable(),
  confirmed_email: z
    .string()
    .nullable()
    .describe(
      'Address that emails about visitors go to: `email` once it is confirmed, until then the one before.',
    ),
  role: OperatorRole,
  custom_role: z.object({ id: ReplyId, name: z.string() }).nullable(),
  picture: PicturePath,
  is_first: z
    .boolean()
    .describe('Whether this is the account’s first owner, on whose behalf API keys act.'),
  is_me: z.boolean(),
  invited_until: Instant.nullable().describe(
    'End of their latest unused sign-in link, if they are not signed in anywhere.',
  ),
  created_at: Instant,
})
export type Operator = z.output<typeof Operator>

/** An operator as sent on the stream, identical for all recipients. */
export const OperatorChange = Operator.omit({ is_me: true, invited_until: true })
export type OperatorChange = z.output<typeof OperatorChange>

const OneOperator = z.object({ id: Id })
const NOT_FOUND = 'operator_not_found'

export const listOperators = endpoint({
  method: 'get',
  path: '/user/operators',
  capability: 'directory',
  summary: 'List operators',
  reply: z.object({ data: z.array(Operator) }),
})

export const createOperator = endpoint({
  method: 'post',
  path: '/user/operators',
  capability: 'people',
  summary: 'Create an operator; the sign-in link is returned only once',
  body: z.object({
    name: AccountName,
    email: optional(Email),
    role: optional(OperatorRole.exclude(['owner', 'custom'])),
    custom_role_id: CustomRoleId,
  }),
  status: 201,
  refusals: ['role_exceeds_own'],
  examples: {
    body: { name: 'Grace Hopper' },
    reply: { message: 'Operator created successfully' },
  },
  reply: z.object({ message: z.string(), data: Operator, sign_in: SignInLink }),
})

export const updateOperator = endpoint({
  method: 'put',
  path: '/user/operators/:id',
  capability: 'people',
  summary: 'Update an operator’s name, email address or role',
  params: OneOperator,
  body: z.object({
    name: optional(AccountName),
    email: optional(Email),
    role: optional(OperatorRole.exclude(['custom'])),
    custom_role_id: CustomRoleId,
  }),
  refusals: ['owner_role', 'last_owner', 'role_exceeds_own', NOT_FOUND],
  examples: { body: { name: 'Grace Hopper' }, reply: { message: 'Operator updated successfully' } },
  reply: z.object({ message: z.string(), data: Operator }),
})

export const updateProfile = endpoint({
  method: 'put',
  path: '/user/profile',
  capability: 'desk',
  summary: 'Update one’s own name or email address',
  body: z.object({ name: optional(AccountName), email: optional(Email) }),
  refusals: ['role_exceeds_own'],
  examples: { body: { name: 'Grace Hopper' }, reply: { message: 'Profile updated successfully' } },
  reply: z.object({ message: z.string(), data: Operator }),
})

export const setProfilePicture = endpoint({
  method: 'put',
  path: '/user/profile/picture',
  capability: 'desk',
  summary: 'Set one’s own picture, which visitors see',
  description: PICTURE_RULES,
  body: UploadedFile,
  upload: 'file',
  refusals: ['role_exceeds_own'],
  examples: { reply: { message: 'Picture updated successfully' } },
  reply: z.object({ message: z.string(), data: Operator }),
})

export const deleteProfilePicture = endpoint({
  method: 'delete',
  path: '/user/profile/picture',
  capability: 'desk',
  summary: 'Remove one’s own picture',
  refusals: ['role_exceeds_own'],
  examples: { reply: { message: 'Picture removed successfully' } },
  reply: z.object({ message: z.string(), data: Operator }),
})

export const createOperatorLink = endpoint({
  method: 'post',
  path: '/user/operators/:id/sign-in-links',
  capability: 'people',
  summary: 'Create a one-time sign-in link for an operator',
  params: OneOperator,
  status: 201,
  refusals: ['owner_role', 'role_exceeds_own', NOT_FOUND],
  examples: { reply: { message: 'Sign-in link created successfully' } },
  reply: z.object({ message: z.string(), data: SignInLink }),
})

export const revokeOperatorLinks = endpoint({
  method: 'delete',
  path: '/user/operators/:id/sign-in-links',
  capability: 'people',
  summary: 'Revoke an operator’s unused sign-in links, and with them an invitation',
  params: OneOperator,
  refusals: ['owner_role', 'role_exceeds_own', NOT_FOUND],
  confirm: 'Revoke the unused sign-in links of this person?',
  examples: { reply: { message: 'Sign-in links revoked' } },
  reply: z.object({ message: z.string(), revoked: z.int() }),
})

export const deleteOperator = endpoint({
  method: 'delete',
  path: '/user/operators/:id',
  capability: 'people',
  summary: 'Remove an operator; their sessions end immediately, their messages are kept',
  params: OneOperator,
  refusals: ['owner_role', 'last_owner', 'role_exceeds_own', NOT_FOUND],
  confirm: 'Remove this person from the desk? Their sessions end immediately.',
  examples: { reply: { message: 'Operator removed successfully' } },
  reply: z.object({ message: z.string() }),
})
