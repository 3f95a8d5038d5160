import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, requiredText } from './scalars.ts'

export const emailInvitation = endpoint({
  method: 'post',
  path: '/user/operators/:id/invitation-emails',
  capability: 'people',
  summary: 'Email an operator a new one-time sign-in link; the response says whether it was sent',
  description:
    'The link is valid as long as one that the API returns: seven days for someone who is not signed in anywhere. It is only in the email, and becomes invalid if the mail server refuses it. Needs a mail server and the public address of this Parley.',
  params: z.object({ id: Id }),
  body: z.object({
    language: requiredText(35)
      .describe('Language of the email, if it is one of the desk; otherwise English.')
      .meta({ examples: ['de'] }),
  }),
  refusals: ['owner_role', 'role_exceeds_own', 'operator_not_found'],
  examples: {
    reply: { ok: false, message: 'No mail server is set up, so nothing can be sent.' },
  },
  reply: z.object({ ok: z.boolean(), message: z.string() }),
})
