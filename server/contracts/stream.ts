import { z } from 'zod'
import { AssistantSummary } from './assistants.ts'
import { Call } from './calls.ts'
import { InboxItem } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { KnowledgeBase, KnowledgeDocument } from './knowledge.ts'
import { Author, Message } from './messages.ts'
import { OperatorChange } from './operators.ts'
import { Uuid } from './scalars.ts'
import { Sms } from './sms.ts'
import { VisitorConversation } from './widget.ts'

/*
 * What the two streams say. Events with an id are rows: after a cut, `Last-Event-ID` (or `?after=`) resumes exactly
 * after the last one seen. `typing`, `presence` and `ping` have no id: they are about this moment only.
 */

const InConversation = z.object({ conversation_id: Uuid })

/** Text to append to a message that is being written. `offset` is its place in UTF-16 units. */
export const MessageDelta = InConversation.extend({
  message_id: z.int(),
  offset: z.int(),
  text: z.string(),
})
export type MessageDelta = z.output<typeof MessageDelta>

/** A message that is new, or that replaces the one with its id. */
export const MessageChange = InConversation.extend({ message: Message })
export type MessageChange = z.output<typeof MessageChange>

export const TypingNow = InConversation.extend({ author: Author, active: z.boolean() })
export type TypingNow = z.output<typeof TypingNow>

/** Events of the operator's stream by type. */
export const OperatorEvents = {
  'conversation.created': InboxItem,
  'conversation.updated': InboxItem,
  'message.created': MessageChange,
  'message.delta': MessageDelta,
  'message.updated': MessageChange,
  'assistant.created': AssistantSummary,
  'assistant.updated': AssistantSummary,
  'call.created': Call,
  'call.updated': Call,
  'call.deleted': z.object({ id: z.int() }),
  /** Calls were imported: too many for an event each. */
  'calls.imported': z.object({ count: z.int() }),
  'assistant.deleted': AssistantSummary,
  'operator.created': OperatorChange,
  'operator.updated': OperatorChange,
  'operator.deleted': OperatorChange,
  'sms.created': Sms,
  'sms.updated': Sms,
  'knowledgebase.created': KnowledgeBase,
  'knowledgebase.updated': KnowledgeBase,
  'knowledgebase.deleted': z.object({ id: z.int() }),
  'document.created': KnowledgeDocument,
  'document.updated': KnowledgeDocument,
  'document.deleted': z.object({ id: z.int(), knowledgebase_id: z.int() }),
  typing: TypingNow,
  presence: z.object({ visitor_id: Uuid, online: z.boolean() }),
  ping: z.object({}),
} as const

/** Events of the visitor's stream by type: the visitor's own conversations only. */
export const VisitorEvents = {
  'conversation.updated': VisitorConversation.pick({ id: true, ai_enabled: true, ended: true }),
  'message.created': MessageChange,
  'message.delta': MessageDelta,
  'message.updated': MessageChange,
  typing: TypingNow,
  ping: z.object({}),
} as const

export type OperatorEvent = {
  [type in keyof typeof OperatorEvents]: z.output<(typeof OperatorEvents)[type]>
}
export type VisitorEvent = {
  [type in keyof typeof VisitorEvents]: z.output<(typeof VisitorEvents)[type]>
}

const After = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional()
    .meta({
      description:
        'Id of the last event seen; the header `Last-Event-ID` wins. Without either: from now on.',
    }),
})

export const followAccount = endpoint({
  method: 'get',
  path: '/user/stream',
  summary: 'Everything that happens in the account, as server-sent events',
  query: After,
  stream: true,
  reply: z.unknown(),
})

export const followVisitor = endpoint({
  method: 'get',
  path: '/widget/stream',
  summary: 'What happens in the visitor’s own conversations, as server-sent events',
  plane: 'visitor',
  query: After,
  stream: true,
  reply: z.unknown(),
})
