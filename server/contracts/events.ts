import { z } from 'zod'
import { Activity, Actor } from './activities.ts'
import { AssistantSummary } from './assistants.ts'
import { Call } from './calls.ts'
import { CannedReply } from './canned-replies.ts'
import type { Capability } from './capabilities.ts'
import { Contact, VisitedPage } from './contacts.ts'
import { InboxItem } from './conversations.ts'
import { DraftKind } from './drafts.ts'
import { ConversationOutcome } from './evaluations.ts'
import { BulkOperation } from './inbox-bulk.ts'
import { KnowledgeBase, KnowledgeDocument } from './knowledge.ts'
import { Label } from './labels.ts'
import { Author, Message } from './messages.ts'
import { Note } from './notes.ts'
import { Notice } from './notices.ts'
import { CallCompany, CallWords } from './ongoing-calls.ts'
import { OperatorChange } from './operators.ts'
import { Attending } from './presence.ts'
import { Proposal } from './proposal-fields.ts'
import { JsonObject, Uuid } from './scalars.ts'
import { Sms } from './sms.ts'
import { ToolCall } from './tool-calls.ts'
import { WebhookDelivery } from './webhooks.ts'
import { VisitorConversation } from './widget.ts'

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
  text: z.string().optional().describe('What has been typed so far, or said on a call.'),
})
export type TypingNow = z.output<typeof TypingNow>

/** A private note that is new, or that replaces the one with its id. */
const NoteChange = InConversation.extend({ note: Note })

/** How the visitor's conversation stands. */
const ConversationState = VisitorConversation.pick({
  id: true,
  ai_enabled: true,
  ended: true,
  seen_seq: true,
})

/** Something that an integer names is no more. */
const Removed = z.object({ id: z.int() })

/** Something changed: a row of the event log, read again by a stream that resumes. Visitors see it where `visitor` is set. */
interface StoredEvent {
  readonly kind: 'stored'
  /** Payload of the row, which is what operators see. */
  readonly operator: z.ZodType
  /** Payload for the visitor of the row. */
  readonly visitor?: z.ZodType
  /** Capability that an operator needs to receive it, where being at the desk is not enough. */
  readonly capability?: Capability
}

/** About this moment only: sent to whoever follows now, without an id, and kept nowhere. */
interface MomentaryEvent {
  readonly kind: 'momentary'
  readonly operator?: z.ZodType
  readonly visitor?: z.ZodType
}

/**
 * Every event by type, the one source of what is written, streamed and received: whether it is stored, and its payload as
 * operators and visitors see it. An event that lacks an audience is not sent to it.
 */
export const events = {
  'conversation.created': { kind: 'stored', operator: InboxItem },
  'conversation.updated': { kind: 'stored', operator: InboxItem, visitor: ConversationState },
  /** It was erased, with everything in it. */
  'conversation.deleted': { kind: 'stored', operator: z.object({ id: Uuid }) },
  /** The visitor has told more about themselves: the variables that were added or changed. */
  'conversation.variables': {
    kind: 'stored',
    operator: InConversation.extend({ variables: JsonObject }),
  },
  /** Outcome determined after its end. */
  'conversation.outcome': {
    kind: 'stored',
    operator: InConversation.extend({ outcome: ConversationOutcome, total_cost: z.number() }),
  },
  'conversation.seen': { kind: 'stored', operator: InConversation.extend({ seq: z.int() }) },
  'message.created': { kind: 'stored', operator: MessageChange, visitor: MessageChange },
  'message.delta': { kind: 'stored', operator: MessageDelta, visitor: MessageDelta },
  'message.updated': { kind: 'stored', operator: MessageChange, visitor: MessageChange },
  /** The assistant has called a tool to answer a message, or has been answered by it. */
  'function_call.updated': {
    kind: 'stored',
    operator: InConversation.extend({ seq: z.int(), call: ToolCall }),
  },
  'proposal.updated': { kind: 'stored', operator: ProposalChange },
  'proposal.delta': { kind: 'stored', operator: ProposalDelta },
  'activity.created': { kind: 'stored', operator: InConversation.extend({ activity: Activity }) },
  'note.created': { kind: 'stored', operator: NoteChange },
  'note.updated': { kind: 'stored', operator: NoteChange },
  'note.deleted': { kind: 'stored', operator: InConversation.extend({ note_id: z.int() }) },
  'canned_reply.created': { kind: 'stored', operator: CannedReply },
  'canned_reply.updated': { kind: 'stored', operator: CannedReply },
  'canned_reply.deleted': { kind: 'stored', operator: Removed },
  'contact.updated': { kind: 'stored', operator: Contact },
  /** They were erased, or have turned out to be another contact. */
  'contact.deleted': { kind: 'stored', operator: z.object({ id: Uuid }) },
  /** Progress of a bulk operation. */
  'bulk.progress': { kind: 'stored', operator: BulkOperation },
  /** The labels of the account, all of them, after a change. */
  'labels.changed': { kind: 'stored', operator: z.object({ data: z.array(Label) }) },
  'assistant.created': { kind: 'stored', operator: AssistantSummary },
  'assistant.updated': { kind: 'stored', operator: AssistantSummary },
  'assistant.deleted': { kind: 'stored', operator: AssistantSummary },
  'call.created': { kind: 'stored', operator: Call },
  'call.updated': { kind: 'stored', operator: Call },
  'call.deleted': { kind: 'stored', operator: Removed },
  /** Calls were imported: too many for an event each. */
  'calls.imported': { kind: 'stored', operator: z.object({ count: z.int() }) },
  'operator.created': { kind: 'stored', operator: OperatorChange },
  'operator.updated': { kind: 'stored', operator: OperatorChange },
  'operator.deleted': { kind: 'stored', operator: OperatorChange },
  'notice.created': { kind: 'stored', operator: Notice, capability: 'account' },
  /** It was put away, or what it was about is over. */
  'notice.deleted': { kind: 'stored', operator: Removed, capability: 'account' },
  'delivery.created': { kind: 'stored', operator: WebhookDelivery, capability: 'webhooks' },
  'delivery.updated': { kind: 'stored', operator: WebhookDelivery, capability: 'webhooks' },
  'sms.created': { kind: 'stored', operator: Sms },
  'sms.updated': { kind: 'stored', operator: Sms },
  'knowledgebase.created': { kind: 'stored', operator: KnowledgeBase },
  'knowledgebase.updated': { kind: 'stored', operator: KnowledgeBase },
  'knowledgebase.deleted': { kind: 'stored', operator: Removed },
  'document.created': { kind: 'stored', operator: KnowledgeDocument },
  'document.updated': { kind: 'stored', operator: KnowledgeDocument },
  'document.deleted': {
    kind: 'stored',
    operator: z.object({ id: z.int(), knowledgebase_id: z.int() }),
  },
  typing: { kind: 'momentary', operator: TypingNow, visitor: TypingNow },
  /** A change in who is at the desk or what they have open. */
  attending: { kind: 'momentary', operator: Attending },
  /** Somebody at the desk has begun a reply or a note, has written on, or has dropped it. */
  drafting: {
    kind: 'momentary',
    operator: InConversation.extend({ by: Actor, kind: DraftKind, active: z.boolean() }),
  },
  /** Somebody at the desk has come to a call, or has left it. */
  'call.attended': {
    kind: 'momentary',
    operator: CallCompany.extend({
      call_id: z.int(),
      conversation_id: z.uuid().nullable().describe('Null for a call that is spoken in none.'),
    }),
  },
  /** Somebody is speaking on a call. */
  'call.said': { kind: 'momentary', operator: CallWords },
  /** A visitor has gone to another page. */
  visiting: { kind: 'momentary', operator: VisitedPage.extend({ visitor_id: Uuid }) },
  presence: {
    kind: 'momentary',
    operator: z.object({ visitor_id: Uuid, online: z.boolean() }),
  },
  /** This visitor was erased, is another one now, or has signed out here: the token opens nothing any more. */
  'session.closed': { kind: 'momentary', visitor: z.object({}) },
  ping: { kind: 'momentary', operator: z.object({}), visitor: z.object({}) },
} as const satisfies Record<string, StoredEvent | MomentaryEvent>

export type Events = typeof events
export type EventType = keyof Events

/** The two streams an event may be on. */
export type Audience = 'operator' | 'visitor'

type SeenBy<audience extends Audience> = {
  [type in EventType as Events[type] extends Record<audience, z.ZodType>
    ? type
    : never]: Events[type] extends Record<audience, infer schema extends z.ZodType>
    ? z.output<schema>
    : never
}

/** Payloads of the operator's stream by type. */
export type OperatorEvent = SeenBy<'operator'>

/** Payloads of the visitor's stream by type: the visitor's own conversations only. */
export type VisitorEvent = SeenBy<'visitor'>

/** Types of the events that are rows. */
export type StoredType = {
  [type in EventType]: Events[type]['kind'] extends 'stored' ? type : never
}[EventType]

/** Types of the events that are about a moment. */
export type MomentaryType = Exclude<EventType, StoredType>
