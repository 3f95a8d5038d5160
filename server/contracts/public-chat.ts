import { z } from 'zod'
import { MAX_MESSAGE } from './constants.ts'
import { ConversationParties } from './conversation-filter.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { defaulted, Id, JsonObject, optional, requiredText, Uuid } from './scalars.ts'
import { VisitorVariables } from './visitor-variables.ts'

const OneConversation = z.object({ uuid: z.string() })

/** A message as returned by the public endpoints. */
export const Turn = z.object({ role: z.enum(['user', 'assistant']), content: z.string() })
export type Turn = z.output<typeof Turn>

/** An assistant by its UUID, or by its id. Text that is neither is an assistant that does not exist. */
const Named = z.union([requiredText(100), Id], {
  error: ({ input }) => issue(typeof input === 'string' ? 'required' : 'not_a_string'),
})

/** A tool call made while answering a turn. */
export const FunctionCall = z.object({ name: z.string(), arguments: JsonObject, result: z.json() })
export type FunctionCall = z.output<typeof FunctionCall>

const NO_MONEY = 'insufficient_balance'
const NOT_READY = 'answer_not_ready'

export const startConversation = endpoint({
  method: 'post',
  path: '/conversations',
  summary: 'Start a chat (`test` requires the owner’s key or session)',
  plane: 'public',
  capability: 'anybody',
  spends: 'chat',
  errorShape: 'status',
  body: z.object({
    assistant_id: Named.describe('The UUID; with the key or session of its owner also the id.'),
    type: defaulted(z.enum(['widget', 'test']), 'widget'),
    variables: optional(VisitorVariables),
  }),
  takesKey: true,
  refusals: [NO_MONEY, 'assistant_not_found'],
  reply: z.object({ status: z.literal(true), conversation_id: Uuid, history: z.array(Turn) }),
})

export const readPublicConversation = endpoint({
  method: 'get',
  path: '/conversations/:uuid',
  summary: 'Get the messages of a chat',
  plane: 'public',
  capability: 'anybody',
  spends: 'chat',
  errorShape: 'status',
  description:
    'The key or session of its owner adds both ends of the conversation and the tool calls of each turn: the address alone must not tell a telephone number.',
  takesKey: true,
  params: OneConversation,
  refusals: ['conversation_not_found'],
  reply: z.object({
    status: z.literal(true),
    history: z.array(Turn.extend({ function_calls: z.array(FunctionCall).optional() })),
    variables: JsonObject,
    ...ConversationParties.partial().shape,
  }),
})

/** Present, and true, if an answer ended before its end marker. */
export const Interrupted = z
  .literal(true)
  .optional()
  .describe('Present and true if the answer was cut off.')

export const sendPublicMessage = endpoint({
  method: 'post',
  path: '/conversations/:uuid/messages',
  summary: 'Send a message and get the answer',
  plane: 'public',
  capability: 'anybody',
  spends: 'chat',
  errorShape: 'status',
  params: OneConversation,
  body: z.object({ message: requiredText(MAX_MESSAGE) }),
  refusals: [NO_MONEY, 'conversation_not_found', NOT_READY, 'visitor_blocked'],
  examples: { reply: { message: 'We are open from 9 to 18 every day.' } },
  reply: z.object({
    status: z.literal(true),
    message: z.string().describe('Empty while the AI is off.'),
    function_calls: z.array(FunctionCall),
    interrupted: Interrupted,
    ai_enabled: z
      .literal(false)
      .optional()
      .describe(
        'Present and false while a person answers instead of the AI, or approves its answers.',
      ),
  }),
})
