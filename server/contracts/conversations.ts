import { z } from 'zod'
import { Activity, Actor } from './activities.ts'
import { ContactConversation, VisitedPage } from './contacts.ts'
import { AiMode } from './dial-fields.ts'
import { Draft, Drafter } from './drafts.ts'
import { endpoint } from './endpoint.ts'
import { ConversationType } from './enums.ts'
import { ConversationOutcome } from './evaluations.ts'
import { ExportQuery, exportOf } from './export.ts'
import { issue } from './faults.ts'
import { Label } from './labels.ts'
import { Message, NewReply, Typing } from './messages.ts'
import { Note } from './notes.ts'
import { CallCompany, OngoingCall } from './ongoing-calls.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import { Approval, Proposal } from './proposal-fields.ts'
import { Rating } from './ratings.ts'
import { DateTime, Id, JsonObject, Uuid } from './scalars.ts'
import { DeskMessage } from './tool-calls.ts'
import { Visitor } from './visitors.ts'
import { WebhookDelivery } from './webhooks.ts'

/** Item of the conversations list (docs/spec/api.md, "Conversation"). */
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

const ConversationFilter = z
  .object({ type: ConversationType.optional(), assistant_id: Id.optional() })
  .extend(DateRange.shape)

export const listConversations = endpoint({
  method: 'get',
  path: '/user/conversations',
  capability: 'conversations',
  summary: 'List chat conversations, newest first',
  repeatable: true,
  query: pageQuery(15).extend(ConversationFilter.shape).refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(Conversation),
})

export const exportConversations = exportOf({
  path: '/user/conversations/export',
  summary: 'Export all matching conversations as a file',
  item: Conversation,
  query: ConversationFilter.extend(ExportQuery.shape).refine(inOrder, OUT_OF_ORDER),
})

/** Dial position, its version and its last change. */
const DialFields = {
  ai_mode: AiMode,
  ai_epoch: z.int().describe('What `PUT …/dial` compares; grows with every turn of the dial.'),
  mode_changed_by: Actor.nullable(),
  mode_changed_at: z.iso.datetime().nullable(),
}

const call = OngoingCall.nullable().describe('The call that goes on in it; null without one.')

/** A conversation with everything the desk shows about it. */
export const ConversationDetail = Conversation.extend({
  ...DialFields,
  call,
  call_company: CallCompany.nullable().describe('Null without a call that one can listen to.'),
  proposal: Proposal.nullable().describe('The assistant’s draft that waits for a person.'),
  approvals: z
    .array(Approval)
    .describe('What the assistant had drafted for messages that a person approved.'),
  activities: z.array(Activity).describe('What happened beside what was said, oldest first.'),
  messages: z.array(DeskMessage),
  read_seq: z.int().describe('The desk has seen everything up to this message.'),
  visitor_read_seq: z.int().describe('The visitor has seen everything up to this message.'),
  notes: z.array(Note).describe('Private notes, oldest first.'),
  drafts: z.array(Draft).describe('What the caller has begun to write.'),
  drafters: z.array(Drafter).describe('Who else has begun to write a reply.'),
  pages: z.array(VisitedPage).describe('Pages the visitor has been on, newest first.'),
  earlier: z
    .array(ContactConversation)
    .describe('Other conversations of the visitor, latest first, at most twenty.'),
  visitor: Visitor.nullable(),
  variables: JsonObject,
  outcome: ConversationOutcome.nullable().describe(
    'What was found out once it had ended: of its latest period.',
  ),
  rating: Rating.nullable().describe('What the visitor thought of it.'),
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

/** A whole number in a query string. */
const Whole = z
  .string()
  .regex(/^\d{1,9}$/, { error: issue('not_an_integer') })
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 })

/** Number of messages per page. */
const Limit = Whole.pipe(
  z
    .int()
    .min(1, { error: issue('not_between', { min: 1, max: 200 }) })
    .max(200, { error: issue('not_between', { min: 1, max: 200 }) }),
).meta({ type: 'integer', minimum: 1, maximum: 200 })

export const getConversation = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid',
  capability: 'conversations',
  summary: 'Get a conversation with its messages, visitor and webhook deliveries',
  params: OneConversation,
  query: z.object({
    limit: Limit.optional().meta({
      description:
        'Only so many messages, the latest unless `around` says otherwise; all without it.',
    }),
    around: z
      .union([z.literal('unread'), Whole])
      .optional()
      .meta({
        description: 'With `limit`: those around this sequence number, or around the first unread.',
      }),
  }),
  refusals: ['conversation_not_found'],
  examples: {
    reply: {
      outcome: {
        ended_at: '2026-03-14T09:26:53.000Z',
        extracted: { guests: 4 },
        extraction_problem: null,
        evaluation: {
          sentiment: 'positive',
          outcome: 'successful',
          score: 88,
          summary: 'The visitor asked for a table for four. It was booked for Friday.',
        },
        evaluation_problem: null,
      },
    },
  },
  reply: ConversationDetail,
})

/** A row of the inbox: a conversation with its latest activity. */
export const InboxItem = z.object({
  id: Uuid,
  assistant_id: Uuid,
  assistant_name: z.string(),
  type: ConversationType,
  visitor: z.object({ id: Uuid, name: z.string().nullable(), online: z.boolean() }).nullable(),
  last_message: Message.pick({ author: true, content: true, created_at: true }).nullable(),
  message_count: z.int(),
  unread: z.int().describe('Messages of the visitor that no operator has seen.'),
  read_seq: z.int().describe('The desk has seen everything up to this message.'),
  ai_enabled: z.boolean(),
  ...DialFields,
  assignee: Actor.nullable().describe('Whose it is, at the desk.'),
  labels: z.array(Label),
  call,
  needs_person: z
    .boolean()
    .describe('The assistant could not answer, or the visitor asked for a person.'),
  waiting_since: z.iso
    .datetime()
    .nullable()
    .describe('Since when the visitor has had the last word.'),
  is_ai_only: z.boolean().describe('Whether the assistant has it on its own.'),
  snoozed_until: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
})
export type InboxItem = z.output<typeof InboxItem>

export const replyToConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/messages',
  capability: 'conversations',
  summary: 'Send a reply to the visitor as an operator',
  params: OneConversation,
  body: NewReply,
  status: 201,
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Message sent successfully' } },
  reply: z.object({ message: z.string(), data: Message }),
})

export const continueAnswer = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/continue',
  capability: 'conversations',
  summary: 'Continue the assistant’s last answer if it was cut off',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'The assistant goes on' } },
  reply: z.object({
    message: z.string(),
    data: Message.nullable().describe('Null where there is nothing to go on with.'),
  }),
})

export const listMessages = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid/messages',
  capability: 'conversations',
  summary: 'List messages of a conversation in order: the latest, or a range by sequence number',
  params: OneConversation,
  query: z.object({
    before: Whole.optional().meta({ description: 'The last ones before this one.' }),
    after: Whole.optional().meta({ description: 'The first ones after this one.' }),
    around: Whole.optional().meta({ description: 'Those around this one.' }),
    limit: Limit.optional().meta({ description: 'How many; 50 unless said otherwise.' }),
  }),
  refusals: ['conversation_not_found'],
  reply: z.object({ data: z.array(DeskMessage), total: z.int() }),
})

export const typeInConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/typing',
  capability: 'conversations',
  summary: 'Show the visitor that an operator is typing, or has stopped',
  params: OneConversation,
  body: Typing,
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Noted' } },
  reply: z.object({ message: z.string() }),
})

export const readConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/read',
  capability: 'conversations',
  summary: 'Mark messages up to a sequence number as read by the desk',
  params: OneConversation,
  body: z.object({ seq: z.int().min(0) }),
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Marked as seen' } },
  reply: z.object({ message: z.string() }),
})

export const endConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/end',
  capability: 'conversations',
  summary: 'End a conversation; no effect if it has already ended',
  params: OneConversation,
  refusals: ['conversation_not_found'],
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
  capability: 'conversations',
  summary: 'Take over a conversation; the AI stops answering immediately, even mid-sentence',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  examples: { reply: { ai_enabled: false } },
  reply: Takeover,
})

export const enableAi = endpoint({
  method: 'post',
  path: '/automate/conversations/:uuid/enable-ai',
  capability: 'conversations',
  summary: 'Hand a conversation back to the AI',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  reply: Takeover,
})
