import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Id, Instant, Uuid } from './scalars.ts'

const params = z.object({ id: Id })

const refusals = ['assistant_not_found'] as const

/** Secret with which a website signs its visitors' identities. */
export const IdentitySecret = z.object({
  secret: z.string().startsWith('pids_'),
  previous_valid_until: Instant.nullable().describe(
    'Time until which tokens signed with the previous secret are accepted; null if there is none.',
  ),
})
export type IdentitySecret = z.output<typeof IdentitySecret>

export const getIdentitySecret = endpoint({
  method: 'get',
  path: '/user/assistant/:id/identity-secret',
  capability: 'assistants',
  summary: 'Get the secret with which a website signs its visitors’ identities',
  params,
  refusals: [...refusals, 'secrets_key_changed'],
  reply: IdentitySecret,
})

export const rotateIdentitySecret = endpoint({
  method: 'post',
  path: '/user/assistant/:id/identity-secret/rotate',
  capability: 'assistants',
  summary: 'Rotate the identity secret; the previous one remains valid for 24 hours',
  confirm:
    'Rotate the secret? Websites that sign with the current one need the new one within 24 hours.',
  params,
  refusals,
  reply: IdentitySecret,
})

/**
 * Identity of a visitor, signed by their website: a JWT (RFC 7519) with HS256 and the assistant's identity secret. Claims: `sub`,
 * the website's own id of the person, and `exp`, at most 30 days ahead; optionally `name`, `email` and `phone`.
 */
export const IdentityToken = z
  .string()
  .max(4096)
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, { error: issue('not_a_token') })
  .meta({ title: 'identity token', description: 'A JWT (HS256) signed by the website.' })

export const closeVisitorSession = endpoint({
  method: 'delete',
  path: '/widget/session',
  summary: 'Invalidate the visitor’s token; their conversations are kept',
  plane: 'visitor',
  capability: 'chat',
  spends: 'change',
  examples: { reply: { message: 'Signed out' } },
  reply: z.object({ message: z.string() }),
})

export const identifyVisitor = endpoint({
  method: 'post',
  path: '/widget/identity',
  summary:
    'Identify the visitor with a token signed by the website, carrying over their conversations',
  description:
    'Returns a token of the contact that the website identifies by this `sub`. If the token sent belonged to another visitor, it becomes invalid, and their conversations move to the contact.',
  plane: 'visitor',
  capability: 'chat',
  spends: 'change',
  body: z.object({ identity: IdentityToken }),
  reply: z.object({ visitor_id: Uuid, token: z.string() }),
})

export const eraseVisitor = endpoint({
  method: 'delete',
  path: '/widget/visitor',
  summary: 'Delete the visitor with all their data',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'change',
  examples: { reply: { message: 'Erased' } },
  reply: z.object({ message: z.string() }),
})
