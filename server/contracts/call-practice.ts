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
    'The ticket opens the WebSocket `/api/user/practice` (subprotocol `parley.practice.1`) once, within 30 seconds, from the page that requested it: send it in the first message, `{"type":"hello","ticket":"…"}`. Messages and audio are those of a web call; `{"type":"text","text":"…"}` replaces spoken words of the caller. Costs of models and speech services are charged.',
  params: z.object({ id: Id }),
  body: z.object({
    fields: sparse(AssistantChange).describe(
      'Fields in which the draft differs from the saved assistant.',
    ),
    variables: optional(JsonObject).describe(
      'Variables for this call, which override those of the draft.',
    ),
  }),
  status: 201,
  refusals: ['assistant_not_found', 'calls_unavailable', 'lines_busy'],
  examples: {
    body: { fields: { initial_message: 'Good morning, this is the bakery.' } },
    reply: { ticket: 'kJ8vQ2…' },
  },
  reply: z.object({ ticket: z.string() }),
})
