import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Message, NewMessage, TypingVisitor } from './messages.ts'
import { JsonObject, optional, Timezone, text, Uuid, WebUrl } from './scalars.ts'

/*
 * The visitor's plane: what the chat widget speaks. Every answer carries exact-origin CORS of the assistant; the
 * visitor's token goes in the `Authorization: Bearer` header and nowhere else.
 */

/** What a website may know about an assistant before anybody has said anything. */
export const PublicAssistant = z.object({
  id: Uuid,
  name: z.string(),
  language: z.string().describe('Two-letter code of the assistant’s language.'),
  initial_message: z.string().describe('The first message with its variables filled in.'),
  draft_preview: z
    .boolean()
    .describe('Whether the desk may see what a visitor types before it is sent.'),
  settings: JsonObject.describe(
    'Display settings: `theme`, `color`, `position` and whatever else the operator stored.',
  ),
})
export type PublicAssistant = z.output<typeof PublicAssistant>

export const getPublicAssistant = endpoint({
  method: 'get',
  path: '/widget/assistants/:uuid',
  summary: 'Public settings of an active assistant',
  plane: 'site',
  params: z.object({ uuid: z.string() }),
  refusals: { 404: ['Assistant not found'] },
  reply: PublicAssistant,
})

export const openVisitorSession = endpoint({
  method: 'post',
  path: '/widget/session',
  summary: 'Become a visitor of an assistant; the token is shown in this answer and never again',
  plane: 'site',
  body: z.object({
    assistant_id: Uuid,
    page_url: optional(WebUrl),
    page_title: optional(text(300)),
    language: optional(text(35)),
    timezone: optional(Timezone),
  }),
  status: 201,
  refusals: { 404: ['Assistant not found'] },
  reply: z.object({ visitor_id: Uuid, token: z.string() }),
})

/** A conversation as its visitor sees it. */
export const VisitorConversation = z.object({
  id: Uuid,
  ai_enabled: z.boolean().describe('False while a person answers instead of the AI.'),
  ended: z.boolean(),
  created_at: z.iso.datetime(),
  messages: z.array(Message),
  cursor: z
    .int()
    .describe('Id of the last event this answer includes: follow the stream after it.'),
})
export type VisitorConversation = z.output<typeof VisitorConversation>

export const openVisitorConversation = endpoint({
  method: 'post',
  path: '/widget/conversations',
  summary: 'Begin a conversation; the same `client_id` again answers the same conversation',
  plane: 'visitor',
  body: z.object({ client_id: Uuid, variables: optional(JsonObject) }),
  status: 201,
  reply: VisitorConversation,
})

export const listVisitorConversations = endpoint({
  method: 'get',
  path: '/widget/conversations',
  summary: 'The visitor’s own conversations, newest first, without their messages',
  plane: 'visitor',
  reply: z.object({ data: z.array(VisitorConversation.omit({ messages: true, cursor: true })) }),
})

const OwnConversation = z.object({ uuid: z.string() })

export const getVisitorConversation = endpoint({
  method: 'get',
  path: '/widget/conversations/:uuid',
  summary: 'One of the visitor’s own conversations with its messages',
  plane: 'visitor',
  params: OwnConversation,
  refusals: { 404: ['Conversation not found'] },
  reply: VisitorConversation,
})

export const sendVisitorMessage = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/messages',
  summary: 'Send a message; the answer comes on the stream',
  plane: 'visitor',
  params: OwnConversation,
  body: NewMessage,
  status: 201,
  refusals: { 404: ['Conversation not found'] },
  reply: z.object({ data: Message }),
})

export const endVisitorConversation = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/end',
  summary: 'End the chat; one that has ended already stays as it is',
  plane: 'visitor',
  params: OwnConversation,
  refusals: { 404: ['Conversation not found'] },
  reply: z.object({ data: VisitorConversation.omit({ messages: true, cursor: true }) }),
})

export const typeAsVisitor = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/typing',
  summary: 'Tell the desk that the visitor is typing, or has stopped',
  plane: 'visitor',
  params: OwnConversation,
  body: TypingVisitor,
  refusals: { 404: ['Conversation not found'] },
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})

export const readAsVisitor = endpoint({
  method: 'post',
  path: '/widget/conversations/:uuid/read',
  summary: 'Say that the messages up to a sequence number have been seen',
  plane: 'visitor',
  params: OwnConversation,
  body: z.object({ seq: z.int().min(0) }),
  refusals: { 404: ['Conversation not found'] },
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})

export const visitPage = endpoint({
  method: 'post',
  path: '/widget/pages',
  summary: 'Say which page the visitor is on; its fragment and credentials are not kept',
  plane: 'visitor',
  body: z.object({ page_url: WebUrl, page_title: optional(text(300)) }),
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})
