import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Uuid } from './scalars.ts'
import { TurnTiming } from './turn-timing.ts'

/** A passage that the model was given. */
const GivenPassage = z.object({
  id: z.int(),
  document_name: z.string(),
  document_url: z.string().nullable(),
  heading: z.string(),
  content: z.string().nullable().describe('Null once the passage has been replaced or deleted.'),
  score: z
    .number()
    .describe('Relevance to the question by the search; 0 for one that was read without a match.'),
})

export const AnswerExplanation = z.object({
  model: z.string().describe('Name of the model that answered.'),
  is_fallback: z
    .boolean()
    .describe('The assistant’s first model failed, and another one answered.'),
  rounds: z
    .int()
    .describe('Number of requests to the model: one, and one more after each round of tool calls.'),
  tools: z.array(z.string()).describe('Names of the tools that were called, in order.'),
  input_tokens: z
    .int()
    .nullable()
    .describe(
      'Null for a realtime model, which is paid for by the minute; so are the next one and the cost.',
    ),
  output_tokens: z.int().nullable(),
  is_estimated: z.boolean().describe('The provider reported no usage: the tokens are estimated.'),
  cost: z.number().nullable().describe('US dollars.'),
  first_words_ms: z
    .int()
    .nullable()
    .describe('Time until the first words; null if there were none.'),
  total_ms: z.int(),
  spoken: TurnTiming.nullable().describe(
    'Latency of a spoken answer to spoken words; null for any other, and where it was not measured.',
  ),
  passages: z.array(GivenPassage),
})
export type AnswerExplanation = z.output<typeof AnswerExplanation>

export const getAnswerExplanation = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid/messages/:id/explanation',
  capability: 'conversations',
  summary:
    'Get what an answer of the assistant was made from: model, passages, tools, cost and time',
  params: z.object({ uuid: Uuid, id: Id }),
  refusals: ['conversation_not_found', 'explanation_not_found'],
  reply: z.object({ data: AnswerExplanation }),
})

export const getSpokenExplanation = endpoint({
  method: 'get',
  path: '/user/calls/:id/explanations/:explanation_id',
  capability: 'records',
  summary:
    'Get what an answer of the assistant on a call was made from: model, passages, tools, cost and time',
  description: 'The timeline of the call has the ids. A web call’s answers are messages, too.',
  params: z.object({ id: Id, explanation_id: Id }),
  refusals: ['call_not_found', 'explanation_not_found'],
  reply: z.object({ data: AnswerExplanation }),
})
