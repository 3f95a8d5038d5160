import { z } from 'zod'
import { NewAssistant } from './assistant-fields.ts'
import { MAX_MESSAGE } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { Turn } from './public-chat.ts'
import { Id, JsonObject, optional, sparse, text } from './scalars.ts'
import { ToolCall } from './tool-calls.ts'

/** Maximum length of an earlier answer in the transcript, in code points. */
const MAX_ANSWER = 20_000

/** Settings of an assistant that affect its answers in chats. */
export const PlaygroundDraft = sparse(
  NewAssistant.pick({
    name: true,
    mode: true,
    language_id: true,
    timezone: true,
    system_prompt: true,
    llm_model_id: true,
    chat_llm_fallback_id: true,
    knowledgebase_id: true,
    knowledgebase_mode: true,
    llm_temperature: true,
    variables: true,
    secondary_language_ids: true,
    tools: true,
    tool_ids: true,
    mcp_tool_ids: true,
    post_call_schema: true,
  }).extend({ system_prompt: text() }),
)
export type PlaygroundDraft = z.output<typeof PlaygroundDraft>

/** The exact input sent to the model for an answer. */
export const PlaygroundInput = z.object({
  model: z.string(),
  system: z.string(),
  messages: z.array(Turn),
  passages: z.array(z.object({ heading: z.string(), content: z.string() })),
  temperature: z.number(),
  tools: z.array(z.string()).describe('Names of the functions that the model may call.'),
})
export type PlaygroundInput = z.output<typeof PlaygroundInput>

/** Outcome of an answer. */
export const PlaygroundEnd = z.object({
  complete: z.boolean(),
  /** Finish reason, or the reason why it did not finish. */
  reason: z.string(),
  detail: z.string(),
  /** In a conversation, the question would count as unanswered. */
  is_unanswered: z.boolean(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  is_estimated: z.boolean(),
  /** US dollars. */
  cost: z.number(),
  first_token_ms: z.number().nullable(),
  total_ms: z.number(),
})
export type PlaygroundEnd = z.output<typeof PlaygroundEnd>

/** Events of the playground stream, by type. */
export const PlaygroundEvents = {
  input: PlaygroundInput,
  delta: z.object({ text: z.string() }),
  /** A tool was called or has returned; replaces the entry with the same id. */
  call: ToolCall,
  end: PlaygroundEnd,
} as const
export type PlaygroundEvent = {
  [type in keyof typeof PlaygroundEvents]: {
    readonly type: type
    readonly data: z.output<(typeof PlaygroundEvents)[type]>
  }
}[keyof typeof PlaygroundEvents]

export const tryDraft = endpoint({
  method: 'post',
  path: '/user/assistants/playground',
  capability: 'assistants',
  summary: 'Get an answer from an unsaved assistant as server-sent events; nothing is stored',
  description:
    'Events: `input` (the model input), `delta` (text to append), `call` (a tool call, and again with its result) and `end` (result, tokens, cost and times). A stream without `end` is incomplete.',
  body: z.object({
    assistant_id: optional(Id).describe('Id of the assistant that the draft changes.'),
    fields: PlaygroundDraft.describe(
      'Fields in which the draft differs; further fields are allowed.',
    ),
    variables: optional(JsonObject).describe(
      'Variables for this conversation, which override those of the draft.',
    ),
    messages: z
      .array(
        Turn.extend({ content: text(MAX_ANSWER) }).refine(isShort, {
          path: ['content'],
          error: issue('user_message_too_long', { count: MAX_MESSAGE }),
        }),
      )
      .min(1)
      .max(200)
      .refine((turns) => turns.at(-1)?.role === 'user'),
  }),
  stream: true,
  refusals: ['insufficient_balance', 'assistant_not_found', 'model_unavailable'],
  examples: {
    body: {
      fields: { system_prompt: 'You answer for a bakery. We open at 7.' },
      messages: [{ role: 'user', content: 'When do you open?' }],
    },
  },
  reply: z.unknown(),
})

function isShort({ role, content }: z.output<typeof Turn>): boolean {
  return role !== 'user' || [...content].length <= MAX_MESSAGE
}
