import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MAX_MESSAGE, Message, NewMessage, Typing } from './messages.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import { DateTime, defaulted, Id, JsonObject, optional, requiredText, Uuid } from './scalars.ts'
import { WebhookDelivery } from './webhooks.ts'

export const ConversationType = z.enum(['test', 'widget', 'messenger', 'api'])
export type ConversationType = z.output<typeof ConversationType>

/** Item of the conversations list (api.md, "Conversation"). */
export const Conversation = z.object({
  id: Uuid,
  assistant_id: Uuid,
  assistant_name: z.string(),
  type: ConversationType,
  message_count: z.int(),
  total_cost: z.number(),
  ai_enabled: z.boolean(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Conversation = z.output<typeof Conversation>

export const listConversations = endpoint({
  method: 'get',
  path: '/user/conversations',
  summary: 'Chat conversations, newest first',
  repeatable: true,
  query: pageQuery(15)
    .extend({ type: ConversationType.optional(), assistant_id: Id.optional() })
    .extend(DateRange.shape)
    .refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(Conversation),
})

/** What is known about the visitor of a conversation. */
export const Visitor = z.object({
  id: Uuid,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  online: z.boolean().describe('Whether one of the visitor’s tabs is connected now.'),
  page_url: z.string().nullable(),
  page_title: z.string().nullable(),
  user_agent: z.string().nullable(),
  language: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})
export type Visitor = z.output<typeof Visitor>

/** A conversation with everything the desk shows about it. */
export const ConversationDetail = Conversation.extend({
  messages: z.array(Message),
  visitor: Visitor.nullable(),
  variables: JsonObject,
  webhook_deliveries: z
    .array(WebhookDelivery)
    .describe('What was or is to be sent about it, newest first.'),
  ended_at: z.iso.datetime().nullable(),
  cursor: z
    .int()
    .describe('Id of the last event this answer includes: follow the stream after it.'),
})
export type ConversationDetail = z.output<typeof ConversationDetail>

const OneConversation = z.object({ uuid: z.string() })

export const getConversation = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid',
  summary: 'One conversation with its messages, visitor and webhook deliveries',
  params: OneConversation,
  refusals: { 404: ['Conversation not found'] },
  reply: ConversationDetail,
})

/** A row of the inbox: a conversation by its latest activity. */
export const InboxItem = z.object({
  id: Uuid,
  assistant_id: Uuid,
  assistant_name: z.string(),
  type: ConversationType,
  visitor: z.object({ id: Uuid, name: z.string().nullable(), online: z.boolean() }).nullable(),
  last_message: Message.pick({ author: true, content: true, created_at: true }).nullable(),
  message_count: z.int(),
  unread: z.int().describe('Messages of the visitor that no operator has seen.'),
  ai_enabled: z.boolean(),
  ended_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
})
export type InboxItem = z.output<typeof InboxItem>

export const listInbox = endpoint({
  method: 'get',
  path: '/user/inbox',
  summary: 'The inbox: conversations by latest activity, with a cursor for the stream',
  query: z.object({
    before: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Rows older than this one (its `updated_at` and id, as `before` of the last answer gave them).',
      ),
  }),
  reply: z.object({
    data: z.array(InboxItem),
    before: z.string().nullable(),
    cursor: z.int(),
  }),
})

export const replyToConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/messages',
  summary: 'Write to the visitor as a person',
  params: OneConversation,
  body: NewMessage,
  status: 201,
  refusals: { 404: ['Conversation not found'] },
  examples: { reply: { message: 'Message sent successfully' } },
  reply: z.object({ message: z.string(), data: Message }),
})

export const typeInConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/typing',
  summary: 'Tell the visitor that a person is typing, or has stopped',
  params: OneConversation,
  body: Typing,
  refusals: { 404: ['Conversation not found'] },
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})

export const readConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/read',
  summary: 'Mark the messages up to a sequence number as seen',
  params: OneConversation,
  body: z.object({ seq: z.int().min(0) }),
  refusals: { 404: ['Conversation not found'] },
  examples: { reply: { message: 'Marked as seen' } },
  reply: z.object({ message: z.string() }),
})

export const endConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/end',
  summary: 'End a chat; one that has ended already stays as it is',
  params: OneConversation,
  refusals: { 404: ['Conversation not found'] },
  confirm: 'End this chat? It cannot be opened again from here.',
  reply: z.object({
    message: z.string(),
    data: Conversation.extend({ ended_at: z.iso.datetime() }),
  }),
})

const Takeover = z.object({ status: z.literal(true), ai_enabled: z.boolean() })

export const disableAi = endpoint({
  method: 'post',
  path: '/automate/conversations/:uuid/disable-ai',
  summary: 'Take over: the AI stops answering at once, in mid-sentence if need be',
  params: OneConversation,
  refusals: { 404: ['Conversation not found'] },
  examples: { reply: { ai_enabled: false } },
  reply: Takeover,
})

export const enableAi = endpoint({
  method: 'post',
  path: '/automate/conversations/:uuid/enable-ai',
  summary: 'Hand back: the AI answers again',
  params: OneConversation,
  refusals: { 404: ['Conversation not found'] },
  reply: Takeover,
})

/** A message as the public endpoints give it. */
export const Turn = z.object({ role: z.enum(['user', 'assistant']), content: z.string() })
export type Turn = z.output<typeof Turn>

const NO_MONEY = 'Insufficient balance. Please top up your account.'
const NOT_READY = 'The answer is not ready yet.'

export const startConversation = endpoint({
  method: 'post',
  path: '/conversations',
  summary: 'Start a chat (`test` needs the owner’s key or session)',
  plane: 'public',
  errorShape: 'status',
  body: z.object({
    assistant_id: requiredText(100),
    type: defaulted(z.enum(['widget', 'test']), 'widget'),
    variables: optional(JsonObject),
  }),
  takesKey: true,
  refusals: { 400: [NO_MONEY], 404: ['Assistant not found'] },
  reply: z.object({ status: z.literal(true), conversation_id: Uuid, history: z.array(Turn) }),
})

export const readPublicConversation = endpoint({
  method: 'get',
  path: '/conversations/:uuid',
  summary: 'The messages of a chat',
  plane: 'public',
  errorShape: 'status',
  params: OneConversation,
  refusals: { 404: ['Conversation not found'] },
  reply: z.object({ status: z.literal(true), history: z.array(Turn), variables: JsonObject }),
})

/** A tool that was called while a turn was answered. */
export const FunctionCall = z.object({ name: z.string(), arguments: JsonObject, result: z.json() })

const REFERENCE = { error: 'The :attribute must be an integer.', abort: true } as const

/** An assistant by its integer id or its UUID. */
export const AssistantReference = z.union([z.uuid(REFERENCE), Id], REFERENCE)

export const generateReply = endpoint({
  method: 'post',
  path: '/user/ai/generate-reply',
  summary: 'Have an assistant answer a customer of another channel; one conversation for each',
  errorShape: 'success',
  body: z.object({
    assistant_id: AssistantReference,
    customer_identifier: requiredText(255),
    message: requiredText(MAX_MESSAGE),
    variables: optional(JsonObject),
  }),
  refusals: { 400: [NO_MONEY], 404: ['Assistant not found'], 503: [NOT_READY] },
  reply: z.object({
    success: z.literal(true),
    conversation_id: Uuid,
    customer_identifier: z.string(),
    reply: z.string().nullable().describe('Null while a person answers instead of the AI.'),
    function_calls: z.array(FunctionCall),
    ai_disabled: z.boolean(),
  }),
})

export const sendPublicMessage = endpoint({
  method: 'post',
  path: '/conversations/:uuid/messages',
  summary: 'A turn of the user, answered',
  plane: 'public',
  errorShape: 'status',
  params: OneConversation,
  body: z.object({ message: requiredText(MAX_MESSAGE) }),
  refusals: { 400: [NO_MONEY], 404: ['Conversation not found'], 503: [NOT_READY] },
  examples: { reply: { message: 'We are open from 9 to 18 every day.' } },
  reply: z.object({
    status: z.literal(true),
    message: z.string().nullable(),
    function_calls: z.array(FunctionCall),
    ai_enabled: z
      .literal(false)
      .optional()
      .describe('Present, and false, while a person answers instead of the AI.'),
  }),
})
