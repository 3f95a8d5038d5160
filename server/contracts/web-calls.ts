import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const startVisitorCall = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/calls',
  summary:
    'Start a call with the assistant in a conversation, or resume one after a connection loss',
  description:
    'The ticket opens the WebSocket `/api/widget/voice` (subprotocol `parley.call.1`) once, within 30 seconds, from the page that requested it: send it in the first message, `{"type":"hello","ticket":"…"}`.',
  plane: 'visitor',
  refusesBlocked: true,
  capability: 'chat',
  spends: 'change',
  params: z.object({ uuid: z.uuid() }),
  status: 201,
  refusals: ['conversation_not_found', 'calls_unavailable', 'person_answers', 'lines_busy'],
  examples: { reply: { ticket: 'kJ8vQ2…' } },
  reply: z.object({ ticket: z.string() }),
})
