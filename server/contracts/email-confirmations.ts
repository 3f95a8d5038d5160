import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Operator } from './operators.ts'
import { requiredText } from './scalars.ts'

/* Links that confirm an operator’s own address: only then are emails about visitors sent to it, and replies from it posted. */

export const sendEmailConfirmation = endpoint({
  method: 'post',
  path: '/user/profile/email-confirmations',
  capability: 'desk',
  summary:
    'Email oneself another link that confirms one’s address; the response says whether it was sent',
  description:
    'The link is valid once, for a day. A new address is sent one without being asked. At most five emails an hour are sent for one operator, and twenty for an account.',
  examples: {
    reply: { ok: false, message: 'No mail server is set up, so nothing can be sent.' },
  },
  reply: z.object({ ok: z.boolean(), message: z.string() }),
})

export const confirmEmail = endpoint({
  method: 'post',
  path: '/user/profile/email-confirmations/open',
  capability: 'desk',
  summary: 'Confirm one’s own address with the link that was emailed to it, once; not with a key',
  description:
    'From then on emails about visitors go to this address, and replies from it are posted. Only the operator whose address it is can use the link.',
  body: z.object({
    token: requiredText(100).describe('The secret of the link: what follows its `#confirm=`.'),
  }),
  refusals: [
    'sign_in_by_link',
    'confirmation_not_found',
    'confirmation_used',
    'confirmation_expired',
  ],
  examples: { reply: { message: 'Address confirmed' } },
  reply: z.object({ message: z.string(), data: Operator }),
})
