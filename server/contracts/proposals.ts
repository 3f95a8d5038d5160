import { z } from 'zod'
import { MAX_REPLY } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { Message } from './messages.ts'
import { Proposal } from './proposal-fields.ts'
import { Id, optional, requiredText } from './scalars.ts'

const OneConversation = z.object({ uuid: z.string() })
const NOT_FOUND = 'conversation_not_found'

export const sendProposal = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/proposal/send',
  capability: 'conversations.change',
  summary: 'Send the assistant’s draft to the visitor, as it is or edited',
  description:
    'The visitor receives it as a message of the assistant; the approving operator and the original draft are stored. A draft is sent only once: if another operator was faster, or the visitor has written again, the response is 409, with the state of the draft in `data.proposal` and the message sent instead in `data.sent`.',
  params: OneConversation,
  body: z.object({
    proposal_id: Id,
    content: requiredText(MAX_REPLY),
    epoch: optional(z.int().min(0)),
  }),
  status: 201,
  refusals: [NOT_FOUND, 'draft_sent', 'draft_out_of_date'],
  examples: { reply: { message: 'Message sent successfully' } },
  reply: z.object({ message: z.string(), data: Message, proposal: Proposal }),
})

export const regenerateProposal = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/proposal/regenerate',
  capability: 'conversations.change',
  summary: 'Regenerate the assistant’s draft, optionally with a hint',
  params: OneConversation,
  body: z.object({ hint: optional(requiredText(500)) }),
  refusals: [NOT_FOUND, 'dial_not_at_approve', 'nothing_to_answer'],
  examples: { reply: { message: 'The assistant is writing a new draft' } },
  reply: z.object({ message: z.string(), data: Proposal }),
})

export const dismissProposal = endpoint({
  method: 'delete',
  path: '/user/conversations/:uuid/proposal',
  capability: 'conversations.change',
  summary: 'Dismiss the assistant’s draft; no effect if there is none',
  params: OneConversation,
  refusals: [NOT_FOUND],
  confirm: 'Dismiss this draft? The assistant writes a new one when the visitor next writes.',
  examples: { reply: { message: 'Draft dismissed' } },
  reply: z.object({ message: z.string(), data: Proposal.nullable() }),
})
