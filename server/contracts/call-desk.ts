import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, requiredText } from './scalars.ts'

const OneCall = z.object({ id: Id })
const REFUSALS = ['call_not_found', 'call_over'] as const

export const listenToCall = endpoint({
  method: 'post',
  path: '/user/calls/:id/listeners',
  capability: 'conversations.change',
  summary: 'Listen to a web or telephone call in progress',
  description:
    'The ticket opens the WebSocket `/api/user/voice` (subprotocol `parley.listen.1`) once, within 30 seconds, from the page that requested it: send it in the first message, `{"type":"hello","ticket":"…"}`. Colleagues see the listeners (`company` of the call, `call_company` of its conversation, event `call.attended`), and listening is logged as an activity of the conversation, or otherwise of the call; the caller is not informed.',
  params: OneCall,
  status: 201,
  refusals: [...REFUSALS, 'listeners_full'],
  examples: { reply: { ticket: 'kJ8vQ2…' } },
  reply: z.object({ ticket: z.string() }),
})

export const whisperToAssistant = endpoint({
  method: 'post',
  path: '/user/calls/:id/whisper',
  capability: 'conversations.change',
  summary: 'Give the assistant on a call a hint for its next answer',
  description: 'The caller does not hear it; operators see it as the activity `whisper`.',
  params: OneCall,
  body: z.object({ content: requiredText(500) }),
  refusals: REFUSALS,
  examples: {
    body: { content: 'Offer them a table outside.' },
    reply: { message: 'The assistant knows it with its next answer' },
  },
  reply: z.object({ message: z.string() }),
})

export const transferCall = endpoint({
  method: 'post',
  path: '/user/calls/:id/transfer',
  // It dials a number, which the account pays for.
  capability: 'outreach',
  summary: 'Transfer a telephone call to another number',
  description:
    'The provider dials the number immediately, and the assistant, or the operator who has taken the call, leaves it. If nobody answers, the caller returns to the assistant. The transfer is logged as the activity `call_transferred`.',
  params: OneCall,
  body: z.object({ phone_number: requiredText(255).meta({ examples: ['+12025550100'] }) }),
  confirm: 'Transfer this call?',
  refusals: [
    ...REFUSALS,
    'call_not_transferable',
    'call_number_invalid',
    'call_country_not_allowed',
  ],
  examples: { reply: { message: 'The call is being transferred' } },
  reply: z.object({ message: z.string() }),
})
