import { z } from 'zod'
import { AssistantChange } from './assistant-fields.ts'
import { endpoint } from './endpoint.ts'
import { Id, JsonObject, optional, sparse } from './scalars.ts'

export const startPracticeCall = endpoint({
  method: 'post',
  path: '/user/assistants/:id/practice-calls',
  capability: 'assistants',
  summary: 'Talk to the draft of an assistant; nothing is stored, reported or counted',
  description:
    'The ticket opens the WebSocket `/api/user/practice` (subprotocol `parley.practice.1`) once, within 30 seconds, from the page that asked for it: it is sent in the first message, `{"type":"hello","ticket":"…"}`. Its messages and sound are those of a web call; `{"type":"text","text":"…"}` stands for words of the caller. What models and speech services charge is paid for.',
  params: z.object({ id: Id }),
  body: z.object({
    fields: sparse(AssistantChange).describe('What the draft says otherwise than what is saved.'),
    variables: optional(JsonObject).describe('Values for this call, over those of the draft.'),
  }),
  status: 201,
  refusals: ['assistant_not_found', 'calls_unavailable', 'lines_busy'],
  examples: {
    body: { fields: { initial_message: 'Good morning, this is the bakery.' } },
    reply: { ticket: 'kJ8vQ2…' },
  },
  reply: z.object({ ticket: z.string() }),
})
