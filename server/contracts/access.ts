import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { OperatorRole } from './operators.ts'
import { Id, Instant, ReplyId } from './scalars.ts'

/** A signed-in browser, or a sign-in link that has not been used yet. */
export const OperatorSession = z.object({
  id: ReplyId,
  kind: z.enum(['link', 'browser']),
  operator: z.object({ id: ReplyId, name: z.string(), role: OperatorRole }),
  is_this_one: z.boolean(),
  by_key: z
    .boolean()
    .describe('Whether it was opened with an API key; it ends when the key is revoked.'),
  issued_by: z
    .string()
    .nullable()
    .describe('Creator of its link; null if created on this machine.'),
  user_agent: z.string().nullable().describe('User agent of the browser.'),
  address: z.string().nullable().describe('IP address of the sign-in.'),
  last_used_at: Instant.nullable(),
  expires_at: Instant,
  created_at: Instant,
})
export type OperatorSession = z.output<typeof OperatorSession>

export const listSessions = endpoint({
  method: 'get',
  path: '/user/sessions',
  capability: 'access',
  summary: 'List the signed-in browsers and unused sign-in links',
  reply: z.object({ data: z.array(OperatorSession) }),
})

export const endSession = endpoint({
  method: 'delete',
  path: '/user/sessions/:id',
  capability: 'access',
  summary: 'End a browser session or revoke a sign-in link',
  params: z.object({ id: Id }),
  refusals: ['session_not_found', 'owner_role', 'role_exceeds_own'],
  confirm: 'Sign this browser out? Its user will need a new sign-in link.',
  examples: { reply: { message: 'Session ended successfully' } },
  reply: z.object({ message: z.string() }),
})

export const endOtherSessions = endpoint({
  method: 'delete',
  path: '/user/sessions',
  capability: 'access',
  summary:
    'End all other browser sessions and revoke all sign-in links, except of people who may do more',
  confirm: 'Sign out all other browsers? Their users will need a new sign-in link.',
  examples: { reply: { message: 'Sessions ended successfully' } },
  reply: z.object({ message: z.string(), ended: z.int() }),
})
