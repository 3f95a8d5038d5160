import { z } from 'zod'
import { Activity, Actor } from './activities.ts'
import { ContactConversation, VisitedPage } from './contacts.ts'
import {
  ConversationFilter,
  ConversationSearch,
  FoundFields,
  MessageLimit,
  Whole,
} from './conversation-filter.ts'
import { DialFields } from './dial-fields.ts'
import { Draft, Drafter } from './drafts.ts'
import { endpoint } from './endpoint.ts'
import { ConversationType } from './enums.ts'
import { ConversationOutcome } from './evaluations.ts'
import { ExportQuery, exportOf } from './export.ts'
import { PendingAnswer } from './hold-fields.ts'
import { Label } from './labels.ts'
import { AuthoredMessage, Message, OperatorReply, Typing } from './messages.ts'
import { Note } from './notes.ts'
import { CallCompany, CallOrNot } from './ongoing-calls.ts'
import { cursorPageOf, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import { PicturePath } from './picture-fields.ts'
import { Approval, Proposal } from './proposal-fields.ts'
import { Rating } from './ratings.ts'
import { DueOrNot } from './reply-due.ts'
import { DateTime, JsonObject, Uuid } from './scalars.ts'
import { TeamName } from './teams.ts'
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

/** A conversation in a list, in the words of the request. */
const Found = Conversation.extend(FoundFields.shape)
export type FoundConversation = z.output<typeof Found>

/** The page of a request without other words, which is all that our own screens send. */
type OwnPage = ReturnType<typeof pageOf<typeof Conversation>>

export const listConversations = endpoint({
  method: 'get',
  path: '/user/conversations',
  capability: 'conversations',
  summary: 'List chat conversations, newest first',
  repeatable: true,
  description:
    'With `customer_phone`, `whatsapp_sender_phone`, `external_identifier`, `cursor` or `include`, each conversation also has `variables` and both ends of the conversation. With `cursor`, a page starts at a place instead of a number.',
  query: pageQuery(15)
    .extend({ ...ConversationFilter.shape, ...ConversationSearch.shape })
    .refine(inOrder, OUT_OF_ORDER),
  reply: z.union([pageOf(Found), cursorPageOf(Found)]) as unknown as OwnPage,
})

export const exportConversations = exportOf({
  path: '/user/conversations/export',
  summary: 'Export all matching conversations as a file',
  item: Conversation,
  query: ConversationFilter.extend(ExportQuery.shape).refine(inOrder, OUT_OF_ORDER),
})

/** A conversation with everything the desk shows about it. */
export const ConversationDetail = Conversation.extend({
  assistant_picture: PicturePath,
  ...DialFields,
  reply_due: DueOrNot,
  call: CallOrNot,
  call_company: CallCompany.nullable().describe('Operators on the call; null if none can join.'),
  proposal: Proposal.nullable().describe('The assistant’s draft that is waiting for approval.'),
  approvals: z
    .array(Approval)
    .describe('The assistant’s drafts of messages that an operator approved.'),
  pending_answer: PendingAnswer.nullable(),
  activities: z.array(Activity).describe('Events besides messages, oldest first.'),
  messages: z.array(DeskMessage),
  read_seq: z.int().describe('Sequence number up to which operators have read.'),
  visitor_read_seq: z.int().describe('Sequence number up to which the visitor has read.'),
  notes: z.array(Note).describe('Private notes, oldest first.'),
  drafts: z.array(Draft).describe('The caller’s drafts.'),
  drafters: z.array(Drafter).describe('Other operators with a draft of a reply.'),
  pages: z.array(VisitedPage).describe('Pages that the visitor has visited, newest first.'),
  earlier: z
    .array(ContactConversation)
    .describe('Other conversations of the visitor, latest first, at most 20.'),
  visitor: Visitor.nullable(),
  variables: JsonObject,
  outcome: ConversationOutcome.nullable().describe(
    'Evaluation and extracted values of the latest period that has ended.',
  ),
  rating: Rating.nullable().describe('The visitor’s rating.'),
  webhook_deliveries: z
    .array(WebhookDelivery)
    .describe('Webhook deliveries about the conversation, sent and pending, newest first.'),
  ended_at: z.iso.datetime().nullable(),
  cursor: z.int().describe('Id of the last event included here: follow the stream after it.'),
})
export type ConversationDetail = z.output<typeof ConversationDetail>

const OneConversation = z.object({ uuid: z.string() })

export const getConversation = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid',
  capability: 'conversations',
  summary: 'Get a conversation with its messages, visitor and webhook deliveries',
  params: OneConversation,
  query: z.object({
    limit: MessageLimit.optional().meta({
      description:
        'Maximum number of messages, the latest ones unless `around` is given; all if omitted.',
    }),
    around: z
      .union([z.literal('unread'), Whole])
      .optional()
      .meta({
        description: 'With `limit`: around this sequence number, or the first unread one.',
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
  open_question: z
    .string()
    .nullable()
    .describe('The visitor’s latest message while they wait for a person; otherwise null.'),
  message_count: z.int(),
  unread: z.int().describe('Number of visitor messages that no operator has read.'),
  read_seq: z.int().describe('Sequence number up to which operators have read.'),
  ai_enabled: z.boolean(),
  ...DialFields,
  assignee: Actor.nullable().describe('The assigned operator.'),
  team: TeamName.nullable(),
  labels: z.array(Label),
  call: CallOrNot,
  needs_person: z
    .boolean()
    .describe('Whether the assistant could not answer, or the visitor asked for a person.'),
  waiting_since: z.iso
    .datetime()
    .nullable()
    .describe('Time since which the visitor has been waiting for a reply.'),
  reply_due: DueOrNot,
  is_ai_only: z.boolean().describe('Whether only the assistant handles the conversation.'),
  snoozed_until: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
})
export type InboxItem = z.output<typeof InboxItem>

export const replyToConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/messages',
  capability: 'conversations.change',
  summary: 'Send a reply to the visitor as an operator',
  description:
    'The chat shows `content` as Markdown: bold, italics, strikethrough, code, links, lists, quotes, headings and tables. An attached picture is shown in place where the text has `![name](attachment:id)`, otherwise below.',
  params: OneConversation,
  body: OperatorReply,
  status: 201,
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Message sent successfully' } },
  reply: z.object({ message: z.string(), data: AuthoredMessage }),
})

export const continueAnswer = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/continue',
  capability: 'conversations.change',
  summary: 'Continue the assistant’s last answer if it was cut off',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'The assistant goes on' } },
  reply: z.object({
    message: z.string(),
    data: Message.nullable().describe('Null if there is nothing to continue.'),
  }),
})

export const listMessages = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid/messages',
  capability: 'conversations',
  summary: 'List messages of a conversation in order: the latest, or a range by sequence number',
  params: OneConversation,
  query: z.object({
    before: Whole.optional().meta({ description: 'Last messages before this `seq`.' }),
    after: Whole.optional().meta({ description: 'First messages after this `seq`.' }),
    around: Whole.optional().meta({ description: 'Messages around this `seq`.' }),
    limit: MessageLimit.optional().meta({
      description: 'Maximum number of messages; 50 if omitted.',
    }),
  }),
  refusals: ['conversation_not_found'],
  reply: z.object({ data: z.array(DeskMessage), total: z.int() }),
})

export const typeInConversation = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/typing',
  capability: 'conversations.change',
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
  capability: 'conversations.change',
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
  capability: 'conversations.change',
  summary: 'End a conversation; no effect if it has already ended',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  confirm: 'End this chat? It cannot be reopened from here.',
  reply: z.object({
    message: z.string(),
    data: Conversation.extend({ ended_at: z.iso.datetime() }),
  }),
})

const Takeover = z.object({ status: z.literal(true), ai_enabled: z.boolean() })

export const disableAi = endpoint({
  method: 'post',
  path: '/automate/conversations/:uuid/disable-ai',
  capability: 'conversations.change',
  summary: 'Take over a conversation; the AI stops answering immediately, even mid-sentence',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  examples: { reply: { ai_enabled: false } },
  reply: Takeover,
})

export const enableAi = endpoint({
  method: 'post',
  path: '/automate/conversations/:uuid/enable-ai',
  capability: 'conversations.change',
  summary: 'Hand a conversation back to the AI',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  reply: Takeover,
})
