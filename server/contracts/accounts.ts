import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Id, Instant, optional, ReplyId, requiredText } from './scalars.ts'

export const Account = z.object({ name: z.string(), email: z.string(), total_balance: z.number() })
export type Account = z.output<typeof Account>

export const getMe = endpoint({
  method: 'get',
  path: '/user/me',
  capability: 'desk',
  summary: 'Get the current account; also a check of the credentials',
  reply: Account,
})

/** A one-time sign-in link for an operator. */
export const SignInLink = z.object({ url: z.string(), expires_at: Instant })
export type SignInLink = z.output<typeof SignInLink>

/** An account name; visitors see it. */
export const AccountName = requiredText(80)

export const Email = z
  .email({ error: issue('not_an_email') })
  .max(255)
  .meta({ examples: ['ann@example.com'] })

export const updateMe = endpoint({
  method: 'put',
  path: '/user/me',
  capability: 'account',
  summary: 'Update the name that visitors see, and the email address',
  body: z.object({
    name: optional(AccountName),
    email: optional(Email),
  }),
  refusals: ['role_exceeds_own'],
  examples: { body: { name: 'Ada Lovelace' } },
  reply: Account,
})

export const ApiKey = z.object({
  id: ReplyId,
  name: z.string(),
  issued_by: z
    .string()
    .nullable()
    .describe(
      'The operator or key that created it, and with which it ends; null if created on this machine.',
    ),
  last_used_at: Instant.nullable(),
  created_at: Instant,
})
export type ApiKey = z.output<typeof ApiKey>

export const listApiKeys = endpoint({
  method: 'get',
  path: '/user/api-keys',
  capability: 'keys',
  summary: 'List API keys, without their tokens',
  reply: z.object({ api_keys: z.array(ApiKey) }),
})

export const createApiKey = endpoint({
  method: 'post',
  path: '/user/api-keys',
  capability: 'keys',
  summary: 'Create an API key; its token is returned only once',
  body: z.object({ name: requiredText(255) }),
  status: 201,
  examples: { reply: { message: 'API key created successfully' } },
  reply: z.object({
    message: z.string(),
    api_key: ApiKey.omit({ last_used_at: true, issued_by: true }).extend({ token: z.string() }),
  }),
})

export const deleteApiKey = endpoint({
  method: 'delete',
  path: '/user/api-keys/:id',
  capability: 'keys',
  summary: 'Revoke an API key',
  params: z.object({ id: Id }),
  refusals: ['api_key_not_found'],
  examples: { reply: { message: 'API key deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

/** An account on this server, as shown to the server's owner. */
export const UserAccount = z.object({
  id: ReplyId,
  name: z.string(),
  email: z.string(),
  is_owner: z.boolean(),
  created_at: Instant,
})
export type UserAccount = z.output<typeof UserAccount>

export const listUsers = endpoint({
  method: 'get',
  path: '/user/users',
  capability: 'server.accounts',
  summary: 'List all accounts on this Parley (owner only)',
  reply: z.object({ data: z.array(UserAccount) }),
})

export const createUser = endpoint({
  method: 'post',
  path: '/user/users',
  capability: 'server.accounts',
  summary:
    'Create another account on this Parley (the owner’s key only); its key is returned only once',
  body: z.object({ name: AccountName, email: Email }),
  status: 201,
  examples: { body: { name: 'Grace Hopper' } },
  reply: z.object({
    message: z.string(),
    user: z.object({ id: ReplyId, name: z.string(), email: z.string() }),
    api_key: z.object({ id: ReplyId, name: z.string(), token: z.string() }),
    sign_in: SignInLink,
  }),
})
