import { z } from 'zod'
import { MAX_MESSAGE } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { FunctionCall, Interrupted } from './public-chat.ts'
import { AssistantReference, JsonObject, optional, requiredText, Uuid } from './scalars.ts'

export const generateReply = endpoint({
  method: 'post',
  path: '/user/ai/generate-reply',
  aliases: ['/ai/generate-reply'],
  capability: 'conversations.change',
  summary: 'Generate a reply to a customer on another channel, in one conversation per customer',
  errorShape: 'success',
  body: z.object({
    assistant_id: AssistantReference,
    customer_identifier: requiredText(255),
    message: requiredText(MAX_MESSAGE),
    variables: optional(JsonObject),
  }),
  refusals: ['reply_unpaid', 'reply_assistant_not_found', 'answer_not_ready'],
  reply: z.object({
    success: z.literal(true),
    conversation_id: Uuid,
    customer_identifier: z.string(),
    reply: z
      .string()
      .describe('Empty while a person answers instead of the AI, or approves its answers.'),
    function_calls: z.array(FunctionCall),
    ai_disabled: z.boolean(),
    interrupted: Interrupted,
  }),
})
