import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MessengerStatus } from './enums.ts'
import { fault } from './faults.ts'
import { familySpelling, MessengerSender } from './messenger-senders.ts'
import { Id, JsonObject, optional, ReplyId, requiredText, text, Uuid } from './scalars.ts'

/* Messages of the messaging channel (docs/spec/family.md, section 7). */

/** Maximum length of a free text, in code points. */
const MAX_TEXT = 4096

const Offset = z.iso.datetime({ offset: true })

/** Time in which free texts may be sent: 24 hours from the customer's last message. */
export const SessionStatus = z.object({
  is_open: z.boolean(),
  can_send_freeform: z.boolean(),
  requires_template: z.boolean(),
  message: z.string(),
  minutes_remaining: z.int().optional().describe('While it is open.'),
  expires_at: Offset.optional().describe('While it is open.'),
  expired_at: Offset.optional().describe('Once it has closed.'),
})
export type SessionStatus = z.output<typeof SessionStatus>

const params = z.object({ id: Id })

const Recipient = requiredText(255)
  .meta({ examples: ['+12025550123'] })
  .describe(
    'Number of the customer in international format; of a customer of a bot the `customer_phone` of their conversation.',
  )

export const getMessengerSession = endpoint({
  method: 'get',
  path: '/user/messenger/session-status',
  aliases: familySpelling('/user/messenger/session-status'),
  capability: 'conversations',
  summary: 'Get whether free texts may be sent to a customer',
  query: z.object({ sender_id: Id, recipient_phone: Recipient }),
  errorShape: 'success',
  refusals: ['messenger_sender_not_found', 'invalid_phone'],
  examples: { query: { sender_id: 7, recipient_phone: '+12025550123' } },
  reply: z.object({
    success: z.literal(true),
    has_conversation: z.boolean(),
    session_status: SessionStatus,
    conversation_id: ReplyId.optional(),
    conversation_uuid: Uuid.optional(),
    customer_name: z.string().nullable().optional(),
    last_customer_message_at: Offset.nullable().optional(),
  }),
})

const SentMessage = z.object({
  success: z.literal(true),
  conversation_id: ReplyId,
  conversation_uuid: Uuid,
  message_id: ReplyId,
  whatsapp_message_id: ReplyId,
  message_sid: z.string(),
})

/** Errors of both sends that follow those about the sender. */
const SEND_REFUSALS = [
  'invalid_phone',
  'destination_not_priced',
  'opted_out',
  'messaging_limit_reached',
  'balance_insufficient',
  fault('messenger_refused', { reason: '21211: The number is not valid.' }),
  fault('messenger_outcome_unknown', { id: 7 }),
] as const

export const sendMessengerTemplate = endpoint({
  method: 'post',
  path: '/user/messenger/send',
  aliases: familySpelling('/user/messenger/send'),
  capability: 'outreach',
  summary: 'Send a template to a customer; its cost is deducted from the balance',
  body: z.object({
    sender_id: Id,
    template_id: Id,
    recipient_phone: Recipient,
    recipient_name: optional(text(255)).describe('Becomes the customer’s name if none is known.'),
    // Clients in PHP send an empty object as a list.
    variables: optional(z.union([JsonObject, z.array(JsonObject).max(0)])).describe(
      'Values of the placeholders, by number or by name.',
    ),
  }),
  errorShape: 'success',
  idempotent: true,
  confirm: 'Send this message? Its cost is charged to the balance.',
  refusals: [
    'messenger_sender_not_yours',
    'sender_offline',
    'template_not_found',
    'template_not_approved',
    'template_mismatch',
    'no_assistant_configured',
    ...SEND_REFUSALS,
  ],
  reply: SentMessage.extend({ status: z.literal('queued') }),
})

export const sendMessengerText = endpoint({
  method: 'post',
  path: '/user/messenger/send-freeform',
  aliases: familySpelling('/user/messenger/send-freeform'),
  capability: 'outreach',
  summary: 'Send a free text to a customer who wrote within the last 24 hours',
  body: z.object({
    sender_id: Id,
    recipient_phone: Recipient,
    message: requiredText(MAX_TEXT),
  }),
  errorShape: 'success',
  idempotent: true,
  confirm: 'Send this message? Its cost is charged to the balance.',
  refusals: [
    'messenger_sender_not_yours',
    'sender_unavailable',
    'session_expired',
    ...SEND_REFUSALS,
  ],
  reply: SentMessage.extend({ session_status: SessionStatus }),
})

export const simulateMessenger = endpoint({
  method: 'post',
  path: '/user/messenger/simulate',
  aliases: familySpelling('/user/messenger/simulate'),
  capability: 'outreach',
  summary: 'Play a message from a customer in the Sandbox',
  description:
    'The Sandbox keeps nothing else: it shows what assistants and operators would do. A message with the id of an earlier one is not received again.',
  body: z.object({
    sender_id: Id,
    from: Recipient,
    message: requiredText(MAX_TEXT),
    message_sid: optional(requiredText(64)).describe('Id of the message at the channel.'),
  }),
  refusals: ['messenger_sender_missing', 'visitor_blocked'],
  examples: { reply: { message: 'Message received' } },
  reply: z.object({ message: z.string(), conversation_id: Uuid }),
})

/** A message as the customer's telephone shows it. */
export const MessengerMessage = z.object({
  id: ReplyId,
  direction: z.enum(['inbound', 'outbound']),
  body: z.string(),
  status: MessengerStatus.nullable().describe('Null for a message of the customer.'),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type MessengerMessage = z.output<typeof MessengerMessage>

export const listMessengerMessages = endpoint({
  method: 'get',
  path: '/user/messenger/senders/:id/messages',
  aliases: familySpelling('/user/messenger/senders/:id/messages'),
  capability: 'conversations',
  summary: 'List the latest messages between a sender and a customer, oldest first',
  params,
  query: z.object({ phone: Recipient }),
  refusals: ['messenger_sender_missing'],
  examples: { query: { phone: '+12025550123' } },
  reply: z.object({ data: z.array(MessengerMessage) }),
})

/** A conversation's channel: its sender, the customer, and whether free texts may be sent. */
export const MessengerChannel = z.object({
  sender: MessengerSender.omit({
    assistant_id: true,
    read_receipts_webhook_url: true,
    capabilities: true,
    bot: true,
    connection: true,
  }),
  customer_phone: z
    .string()
    .describe(
      'Number of the customer; of a customer of a bot their id, such as `telegram:123456789`.',
    ),
  is_opted_out: z.boolean(),
  session_status: SessionStatus,
})
export type MessengerChannel = z.output<typeof MessengerChannel>

export const getMessengerChannel = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid/messenger',
  capability: 'conversations',
  summary: 'Get the sender, the customer and the window of a messenger conversation',
  params: z.object({ uuid: z.string() }),
  refusals: ['conversation_not_found'],
  reply: MessengerChannel,
})
