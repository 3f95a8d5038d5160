import { z } from 'zod'
import { Account } from './accounts.ts'
import { CAPABILITIES, type Capability } from './capabilities.ts'
import { endpoint } from './endpoint.ts'
import { OperatorRole } from './operators.ts'
import { Instant, requiredText } from './scalars.ts'

/* The operator's browser session: an HttpOnly, SameSite=Strict cookie, obtained with a one-time link or an API key. */

/** The account as available to the signed-in operator. */
export const SignedIn = Account.extend({
  role: OperatorRole,
  capabilities: z
    .array(z.enum(Object.keys(CAPABILITIES) as [Capability]))
    .describe('Capabilities of the operator.'),
})
export type SignedIn = z.output<typeof SignedIn>

const SignInSecret = requiredText(512).describe(
  'The secret of a one-time sign-in link, or a complete API key.',
)

/** Operator and account that a secret would sign in to, for confirmation before it is used. */
export const SignInPreview = z.object({
  name: z.string().describe('Name of the operator.'),
  account: z.string().describe('Name of the account.'),
  email: z.string().describe('Email address of the account, unique among all accounts.'),
  is_current: z.boolean().describe('Whether this browser is already signed in as this operator.'),
})
export type SignInPreview = z.output<typeof SignInPreview>

export const previewSignIn = endpoint({
  method: 'post',
  path: '/session/preview',
  summary: 'Preview whom a one-time link or an API key would sign in, without using it',
  whenFull: true,
  plane: 'public',
  capability: 'anybody',
  spends: 'sign_in',
  body: z.object({ secret: SignInSecret }),
  refusals: ['unauthenticated'],
  reply: SignInPreview,
})

export const openSession = endpoint({
  method: 'post',
  path: '/session',
  summary: 'Sign in with a one-time link or an API key; sets the session cookie',
  whenFull: true,
  plane: 'public',
  capability: 'anybody',
  spends: 'sign_in',
  body: z.object({ secret: SignInSecret }),
  refusals: ['unauthenticated'],
  reply: SignedIn,
})

export const getSession = endpoint({
  method: 'get',
  path: '/session',
  summary: 'Get the signed-in operator of this browser; the account is null without a session',
  plane: 'public',
  capability: 'anybody',
  spends: 'sign_in',
  reply: z.object({ account: SignedIn.nullable() }),
})

export const closeSession = endpoint({
  method: 'delete',
  path: '/session',
  capability: 'desk',
  summary: 'Sign out',
  examples: { reply: { message: 'Signed out' } },
  confirm: 'Sign out of Parley in this browser?',
  reply: z.object({ message: z.string() }),
})

export const createSignInLink = endpoint({
  method: 'post',
  path: '/session/links',
  summary: 'Create a one-time sign-in link, for anyone with access to the data folder',
  whenFull: true,
  plane: 'public',
  capability: 'anybody',
  spends: 'sign_in',
  body: z.object({
    control: requiredText(512).describe(
      'The control secret of the running instance, from `running.json` in its data folder.',
    ),
  }),
  status: 201,
  refusals: ['unauthenticated'],
  reply: z.object({ url: z.string(), expires_at: Instant }),
})
