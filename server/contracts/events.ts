import { z } from 'zod'
import { Activity, Actor } from './activities.ts'
import { AssistantLabel, Filing, Folder } from './assistant-filing.ts'
import { AssistantSummary } from './assistants.ts'
import { Call } from './calls.ts'
import { Campaign } from './campaigns.ts'
import { CannedReply } from './canned-replies.ts'
import type { Capability } from './capabilities.ts'
import { Contact, VisitedPage } from './contacts.ts'
import { InboxItem } from './conversations.ts'
import { DraftKind } from './drafts.ts'
import { MessengerStatus } from './enums.ts'
import { ConversationOutcome } from './evaluations.ts'
import { PendingChange } from './hold-fields.ts'
import { BulkOperation } from './inbox-bulk.ts'
import { InboxViewsChange } from './inbox-views.ts'
import { KnowledgeBase, KnowledgeDocument } from './knowledge.ts'
import { KnowledgeEntry } from './knowledge-entries.ts'
import { LabelsChange } from './labels.ts'
import { LeadImportProgress } from './lead-import.ts'
import { LeadStatus } from './lead-status.ts'
import { Author, AuthoredMessage, Message } from './messages.ts'
import { MessengerSender, MessengerTemplate } from './messenger-senders.ts'
import { Note } from './notes.ts'
import { Notice } from './notices.ts'
import { Notification, NotificationSettings } from './notifications.ts'
import { CallCompany, CallWords } from './ongoing-calls.ts'
import { OperatorChange } from './operators.ts'
import { Attending } from './presence.ts'
import { ProposalChange, ProposalDelta } from './proposal-fields.ts'
import { Role } from './roles.ts'
import { Rule, RuleRun } from './rule-fields.ts'
import { JsonObject, Uuid } from './scalars.ts'
import { Sms } from './sms.ts'
import { Team } from './teams.ts'
import { ToolCall } from './tool-calls.ts'
import { MessageTranslation } from './translations.ts'
import { WebhookDelivery } from './webhooks.ts'
import { VisitorConversation } from './widget.ts'

const InConversation = z.object({ conversation_id: Uuid })

/** Text to append to a message that is being written. `offset` is its position in UTF-16 units. */
export const MessageDelta = InConversation.extend({
  message_id: z.int(),
  offset: z.int(),
  text: z.string(),
})
export type MessageDelta = z.output<typeof MessageDelta>

/** A new message, or a replacement for the one with the same id. */
export const MessageChange = InConversation.extend({ message: Message })
export type MessageChange = z.output<typeof MessageChange>
const AuthoredChange = InConversation.extend({ message: AuthoredMessage })

export const TypingNow = InConversation.extend({
  author: Author,
  active: z.boolean(),
  text: z.string().optional().describe('Text typed so far, or spoken so far on a call.'),
})
export type TypingNow = z.output<typeof TypingNow>

/** A new private note, or a replacement for the one with the same id. */
const NoteChange = InConversation.extend({ note: Note })

/** Current state of the visitor's conversation. */
const ConversationState = VisitorConversation.pick({
  id: true,
  ai_enabled: true,
  ended: true,
  seen_seq: true,
})

/** Deletion of a record with an integer id. */
const Removed = z.object({ id: z.int() })
const Counted = z.object({ count: z.int() })

/** Status of a lead. Its number stays out of the log of events, so that it goes with the lead. */
const LeadState = z.object({ id: z.int(), campaign_id: z.int(), status: LeadStatus })

/** A change recorded as a row of the event log, which a resuming stream reads again. Sent to visitors if `visitor` is set. */
interface StoredEvent {
  readonly kind: 'stored'
  /** Payload of the row, as operators see it. */
  readonly operator: z.ZodType
  /** Payload of the row, as the visitor sees it. */
  readonly visitor?: z.ZodType
  /** Capability that operators need to receive it; without one, every operator does. */
  readonly capability?: Capability
}

/** Transient: sent to current subscribers only, without an id, and never stored. */
interface MomentaryEvent {
  readonly kind: 'momentary'
  readonly operator?: z.ZodType
  readonly visitor?: z.ZodType
  readonly capability?: Capability
}

/**
 * Every event type: the single source of truth for what is recorded, streamed and received. An entry says whether the event is
 * stored, and gives its payload for operators and visitors. An event without a payload for an audience is not sent to it.
 */
export const events = {
  'conversation.created': { kind: 'stored', operator: InboxItem },
  'conversation.updated': { kind: 'stored', operator: InboxItem, visitor: ConversationState },
  /** The conversation and everything in it was erased. */
  'conversation.deleted': { kind: 'stored', operator: z.object({ id: Uuid }) },
  /** New information about the visitor: the variables that were added or changed. */
  'conversation.variables': {
    kind: 'stored',
    operator: InConversation.extend({ variables: JsonObject }),
  },
  /** Outcome, determined after the conversation ended. */
  'conversation.outcome': {
    kind: 'stored',
    operator: InConversation.extend({ outcome: ConversationOutcome, total_cost: z.number() }),
  },
  'conversation.seen': { kind: 'stored', operator: InConversation.extend({ seq: z.int() }) },
  'message.created': { kind: 'stored', operator: AuthoredChange, visitor: MessageChange },
  'message.delta': { kind: 'stored', operator: MessageDelta, visitor: MessageDelta },
  'message.updated': { kind: 'stored', operator: MessageChange, visitor: MessageChange },
  /** The assistant called a tool to answer a message, or received its result. */
  'function_call.updated': {
    kind: 'stored',
    operator: InConversation.extend({ seq: z.int(), call: ToolCall }),
  },
  /** A message has another text in another language, for the desk only. */
  'message.translated': {
    kind: 'stored',
    operator: InConversation.extend({ message_id: z.int(), translation: MessageTranslation }),
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
  'contact.updated': { kind: 'stored', operator: Contact, capability: 'contacts' },
  /** The contact was erased, or merged into another one. */
  'contact.deleted': { kind: 'stored', operator: z.object({ id: Uuid }), capability: 'contacts' },
  /** Progress of a bulk operation. */
  'bulk.progress': { kind: 'stored', operator: BulkOperation },
  'teams.changed': { kind: 'stored', operator: z.object({ data: z.array(Team) }) },
  /** Somebody was blocked or unblocked: the list is to be read again. */
  'blocks.changed': { kind: 'stored', operator: z.object({}) },
  'labels.changed': { kind: 'stored', operator: LabelsChange },
  'inbox_views.changed': { kind: 'stored', operator: InboxViewsChange },
  /** All rules of the account in order, sent after any change. */
  'rules.changed': {
    kind: 'stored',
    operator: z.object({ data: z.array(Rule) }),
    capability: 'rules',
  },
  /** A rule has matched. */
  'rule.ran': { kind: 'stored', operator: RuleRun, capability: 'rules' },
  /** The reply targets of the account changed, and with them when replies are due. */
  'reply_targets.changed': { kind: 'stored', operator: z.object({}) },
  'mcp_servers.changed': { kind: 'stored', operator: z.object({}), capability: 'assistants' },
  'assistant.created': { kind: 'stored', operator: AssistantSummary },
  'assistant.updated': { kind: 'stored', operator: AssistantSummary },
  'assistant.deleted': { kind: 'stored', operator: AssistantSummary },
  'campaign.created': { kind: 'stored', operator: Campaign, capability: 'records' },
  'campaign.updated': { kind: 'stored', operator: Campaign, capability: 'records' },
  'campaign.deleted': { kind: 'stored', operator: Removed, capability: 'records' },
  /** An assistant's folder or labels changed. */
  'assistant.filed': { kind: 'stored', operator: Filing.extend({ id: z.int() }) },
  'assistant_folder.saved': { kind: 'stored', operator: Folder },
  'assistant_folder.deleted': { kind: 'stored', operator: Removed },
  'assistant_label.saved': { kind: 'stored', operator: AssistantLabel },
  'assistant_label.deleted': { kind: 'stored', operator: Removed },
  'call.created': { kind: 'stored', operator: Call, capability: 'records' },
  'call.updated': { kind: 'stored', operator: Call, capability: 'records' },
  'call.deleted': { kind: 'stored', operator: Removed, capability: 'records' },
  'lead.created': { kind: 'stored', operator: LeadState, capability: 'records' },
  'lead.updated': { kind: 'stored', operator: LeadState, capability: 'records' },
  'lead.deleted': { kind: 'stored', operator: Removed, capability: 'records' },
  /** Leads were imported into a campaign: too many for one event per lead. */
  'leads.imported': {
    kind: 'stored',
    operator: z.object({ campaign_id: z.int(), count: z.int() }),
    capability: 'records',
  },
  'do_not_call.created': { kind: 'stored', operator: Removed, capability: 'records' },
  'do_not_call.deleted': { kind: 'stored', operator: Removed, capability: 'records' },
  /** Calls were imported: too many for one event per call. */
  'calls.imported': { kind: 'stored', operator: Counted, capability: 'records' },
  'operator.created': { kind: 'stored', operator: OperatorChange },
  'operator.updated': { kind: 'stored', operator: OperatorChange },
  'operator.deleted': { kind: 'stored', operator: OperatorChange },
  'role.saved': { kind: 'stored', operator: Role, capability: 'people' },
  'role.deleted': { kind: 'stored', operator: Removed, capability: 'people' },
  'notice.created': { kind: 'stored', operator: Notice, capability: 'account' },
  /** The notice was dismissed, or its cause was resolved. */
  'notice.deleted': { kind: 'stored', operator: Removed, capability: 'account' },
  /** For everyone at the desk, or only for one operator. */
  'notification.created': { kind: 'stored', operator: Notification },
  /** For everyone who manages the account. */
  'notification.raised': { kind: 'stored', operator: Notification, capability: 'account' },
  /** The operator has read notifications, or taken that back. */
  'notifications.read': { kind: 'stored', operator: z.object({}) },
  /** How the operator is notified. */
  'notification_settings.updated': { kind: 'stored', operator: NotificationSettings },
  'delivery.created': { kind: 'stored', operator: WebhookDelivery, capability: 'webhooks' },
  'delivery.updated': { kind: 'stored', operator: WebhookDelivery, capability: 'webhooks' },
  'messenger_sender.saved': { kind: 'stored', operator: MessengerSender },
  'messenger_sender.deleted': { kind: 'stored', operator: Removed },
  'messenger_template.saved': {
    kind: 'stored',
    operator: MessengerTemplate.extend({ sender_id: z.int() }),
  },
  'messenger_template.deleted': { kind: 'stored', operator: Removed },
  /** Status of a message to a customer. */
  'messenger_message.updated': {
    kind: 'stored',
    operator: InConversation.extend({
      id: z.int(),
      message_id: z.int(),
      status: MessengerStatus,
    }),
  },
  'sms.created': { kind: 'stored', operator: Sms, capability: 'records' },
  'sms.updated': { kind: 'stored', operator: Sms, capability: 'records' },
  'knowledgebase.created': { kind: 'stored', operator: KnowledgeBase, capability: 'knowledge' },
  'knowledgebase.updated': { kind: 'stored', operator: KnowledgeBase, capability: 'knowledge' },
  'knowledgebase.deleted': { kind: 'stored', operator: Removed, capability: 'knowledge' },
  'document.created': { kind: 'stored', operator: KnowledgeDocument, capability: 'knowledge' },
  'document.updated': { kind: 'stored', operator: KnowledgeDocument, capability: 'knowledge' },
  'document.deleted': {
    kind: 'stored',
    operator: z.object({ id: z.int(), knowledgebase_id: z.int() }),
    capability: 'knowledge',
  },
  'knowledge_entry.created': { kind: 'stored', operator: KnowledgeEntry, capability: 'knowledge' },
  'knowledge_entry.updated': { kind: 'stored', operator: KnowledgeEntry, capability: 'knowledge' },
  'knowledge_entry.deleted': { kind: 'stored', operator: Removed, capability: 'knowledge' },
  typing: { kind: 'momentary', operator: TypingNow, visitor: TypingNow },
  /** An operator came to or left the desk, or changed what they have open. */
  attending: { kind: 'momentary', operator: Attending },
  /** Text of an answer that the visitor does not see yet, or a change of who holds it. */
  'answer.pending': { kind: 'momentary', operator: PendingChange },
  /** An operator started, continued or discarded a reply or a note. */
  drafting: {
    kind: 'momentary',
    operator: InConversation.extend({ by: Actor, kind: DraftKind, active: z.boolean() }),
  },
  /** An operator joined or left a call. */
  'call.attended': {
    kind: 'momentary',
    operator: CallCompany.extend({
      call_id: z.int(),
      conversation_id: z.uuid().nullable().describe('Null for a call without a conversation.'),
    }),
  },
  /** Live transcript of a call. */
  'call.said': { kind: 'momentary', operator: CallWords },
  /** Progress of an import of leads. */
  'leads.importing': { kind: 'momentary', operator: LeadImportProgress, capability: 'outreach' },
  /** A visitor navigated to another page. */
  visiting: { kind: 'momentary', operator: VisitedPage.extend({ visitor_id: Uuid }) },
  presence: {
    kind: 'momentary',
    operator: z.object({ visitor_id: Uuid, online: z.boolean() }),
  },
  /** The visitor was erased, merged into another one or signed out here: the token is no longer valid. */
  'session.closed': { kind: 'momentary', visitor: z.object({}) },
  ping: { kind: 'momentary', operator: z.object({}), visitor: z.object({}) },
} as const satisfies Record<string, StoredEvent | MomentaryEvent>

export type Events = typeof events
export type EventType = keyof Events

/** The two streams, by audience. */
export type Audience = 'operator' | 'visitor'

type SeenBy<audience extends Audience> = {
  [type in EventType as Events[type] extends Record<audience, z.ZodType>
    ? type
    : never]: Events[type] extends Record<audience, infer schema extends z.ZodType>
    ? z.output<schema>
    : never
}

/** Payloads of the operator stream, by type. */
export type OperatorEvent = SeenBy<'operator'>

/** Payloads of the visitor stream, by type: the visitor's own conversations only. */
export type VisitorEvent = SeenBy<'visitor'>

/** Types of stored events. */
export type StoredType = {
  [type in EventType]: Events[type]['kind'] extends 'stored' ? type : never
}[EventType]

/** Types of momentary events. */
export type MomentaryType = Exclude<EventType, StoredType>
