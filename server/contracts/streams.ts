import { z } from 'zod'
import { Activity, Actor } from './activities.ts'
import { AssistantSummary } from './assistants.ts'
import { Call } from './calls.ts'
import { CannedReply } from './canned-replies.ts'
import { Contact, VisitedPage } from './contacts.ts'
import { InboxItem } from './conversations.ts'
import { DraftKind } from './drafts.ts'
import { endpoint } from './endpoint.ts'
import { ConversationOutcome } from './evaluations.ts'
import { BulkOperation } from './inbox-bulk.ts'
import { KnowledgeBase, KnowledgeDocument } from './knowledge.ts'
import { Label } from './labels.ts'
import { Author, Message } from './messages.ts'
import { Note } from './notes.ts'
import { Notice } from './notices.ts'
import { OperatorChange } from './operators.ts'
import { Attending } from './presence.ts'
import { Proposal } from './proposal-fields.ts'
import { JsonObject, Uuid } from './scalars.ts'
import { Sms } from './sms.ts'
import { ToolCall } from './tool-calls.ts'
import { WebhookDelivery } from './webhooks.ts'
import { VisitorConversation } from './widget.ts'

/*
 * What the two streams say. Events with an id are rows: after a cut, `Last-Event-ID` (or `?after=`) resumes exactly
 * after the last one seen. `typing`, `presence`, `attending` and `ping` have no id: they are about this moment only.
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

/** A draft that is new, or that replaces the one with its id. */
export const ProposalChange = InConversation.extend({ proposal: Proposal })
export type ProposalChange = z.output<typeof ProposalChange>

/** Text to append to a draft that is being written. `offset` is its place in UTF-16 units. */
export const ProposalDelta = InConversation.extend({
  proposal_id: z.int(),
  offset: z.int(),
  text: z.string(),
})
export type ProposalDelta = z.output<typeof ProposalDelta>

export const TypingNow = InConversation.extend({
  author: Author,
  active: z.boolean(),
  text: z.string().optional().describe('What the visitor has typed so far.'),
})
export type TypingNow = z.output<typeof TypingNow>

/** A private note that is new, or that replaces the one with its id. */
const NoteChange = InConversation.extend({ note: Note })

/** Events of the operator's stream by type. */
export const OperatorEvents = {
  'conversation.created': InboxItem,
  'conversation.updated': InboxItem,
  /** It was erased, with everything in it. */
  'conversation.deleted': z.object({ id: Uuid }),
  /** The visitor has told more about themselves: all variables of the conversation. */
  'conversation.variables': InConversation.extend({ variables: JsonObject }),
  /** Outcome determined after its end. */
  'conversation.outcome': InConversation.extend({
    outcome: ConversationOutcome,
    total_cost: z.number(),
  }),
  'message.created': MessageChange,
  'message.delta': MessageDelta,
  'message.updated': MessageChange,
  /** The assistant has called a tool to answer a message, or has been answered by it. */
  'function_call.updated': InConversation.extend({ seq: z.int(), call: ToolCall }),
  'proposal.updated': ProposalChange,
  'proposal.delta': ProposalDelta,
  'note.created': NoteChange,
  'note.updated': NoteChange,
  'note.deleted': InConversation.extend({ note_id: z.int() }),
  'conversation.seen': InConversation.extend({ seq: z.int() }),
  'canned_reply.created': CannedReply,
  'canned_reply.updated': CannedReply,
  'canned_reply.deleted': z.object({ id: z.int() }),
  'contact.updated': Contact,
  /** They were erased, or have turned out to be another contact. */
  'contact.deleted': z.object({ id: Uuid }),
  /** Progress of a bulk operation. */
  'bulk.progress': BulkOperation,
  /** The labels of the account, all of them, after a change. */
  'labels.changed': z.object({ data: z.array(Label) }),
  'activity.created': InConversation.extend({ activity: Activity }),
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
  'notice.created': Notice,
  /** It was put away, or what it was about is over. */
  'notice.deleted': z.object({ id: z.int() }),
  'delivery.created': WebhookDelivery,
  'delivery.updated': WebhookDelivery,
  'sms.created': Sms,
  'sms.updated': Sms,
  'knowledgebase.created': KnowledgeBase,
  'knowledgebase.updated': KnowledgeBase,
  'knowledgebase.deleted': z.object({ id: z.int() }),
  'document.created': KnowledgeDocument,
  'document.updated': KnowledgeDocument,
  'document.deleted': z.object({ id: z.int(), knowledgebase_id: z.int() }),
  typing: TypingNow,
  /** A change in who is at the desk or what they have open. */
  attending: Attending,
  /** Somebody at the desk has begun a reply or a note, has written on, or has dropped it. */
  drafting: InConversation.extend({ by: Actor, kind: DraftKind, active: z.boolean() }),
  /** A visitor has gone to another page. */
  visiting: VisitedPage.extend({ visitor_id: Uuid }),
  presence: z.object({ visitor_id: Uuid, online: z.boolean() }),
  ping: z.object({}),
} as const

/** Events of the visitor's stream by type: the visitor's own conversations only. */
export const VisitorEvents = {
  'conversation.updated': VisitorConversation.pick({
    id: true,
    ai_enabled: true,
    ended: true,
    seen_seq: true,
  }),
  /** This visitor was erased, is another one now, or has signed out here: the token opens nothing any more. */
  'session.closed': z.object({}),
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
  query: After.extend({
    tab: Uuid.optional().meta({
      description: 'Of `POST /user/presence`: that tab is forgotten soon after this stream closes.',
    }),
  }),
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
