import { z } from 'zod'
import { MAX_SMS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { SmsStatus } from './enums.ts'
import { ExportQuery, exportOf } from './export.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import { DateTime, Flag, Id, optional, ReplyId, requiredText, text } from './scalars.ts'

/** A text message (docs/spec/api.md, "SMS record"). Prices are USD with at most six decimals. */
export const Sms = z.object({
  id: ReplyId,
  phone_number_id: z.int(),
  to: z.string(),
  body: z.string(),
  user_id: z.int(),
  segments: z.int(),
  segment_price: z.number(),
  total_cost: z.number().describe('`segment_price * segments`; 0 if it failed.'),
  status: SmsStatus,
  sms_sid: z.string().describe('Empty until the provider has accepted the message.'),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Sms = z.output<typeof Sms>

const SmsFilter = z
  .object({
    status: SmsStatus.optional(),
    to: text(255).optional().describe('Exact match of the recipient, comparing digits only.'),
  })
  .extend(DateRange.shape)

export const listSms = endpoint({
  method: 'get',
  path: '/user/sms',
  capability: 'records',
  summary: 'List text messages, newest first',
  repeatable: true,
  query: pageQuery(15).extend(SmsFilter.shape).refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(Sms),
})

export const exportSms = exportOf({
  path: '/user/sms/export',
  alsoNeeds: 'records',
  summary: 'Export all matching text messages as a file',
  item: Sms,
  query: SmsFilter.extend(ExportQuery.shape).refine(inOrder, OUT_OF_ORDER),
})

/** A text message with its later outcome. */
export const SmsDetail = Sms.extend({
  from: z.string(),
  provider: z.string(),
  is_sandbox: z.boolean().describe('Whether the message was simulated and not actually sent.'),
  error: z.string().nullable().describe('Reason why it was not sent, or an anomaly.'),
  next_check_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the next status request to the provider.'),
})
export type SmsDetail = z.output<typeof SmsDetail>

export const getSms = endpoint({
  method: 'get',
  path: '/user/sms/:id',
  capability: 'records',
  summary: 'Get a text message with its delivery status',
  params: z.object({ id: Id }),
  refusals: ['message_not_found'],
  reply: SmsDetail,
})

export const sendSms = endpoint({
  method: 'post',
  path: '/user/sms',
  capability: 'outreach',
  summary: 'Send a text message; its cost is deducted from the balance',
  description:
    'If it is uncertain whether the message was sent, the response says "Outcome unknown, do not resend": its cost stays reserved until the provider has been asked. Until then, sending the same message is refused with 409 unless the request has an `Idempotency-Key` or `force`.',
  body: z.object({
    from: Id.describe('Id of one of the account’s numbers.'),
    to: requiredText(255)
      .meta({ examples: ['+4930123456'] })
      .describe('Recipient in international format.'),
    body: requiredText(MAX_SMS),
    force: optional(Flag).describe(
      'Sends the message even if an identical one has an unknown outcome.',
    ),
  }),
  examples: { reply: { message: 'SMS sent successfully' } },
  confirm: 'Send this message? Its cost is charged to the balance.',
  reply: z.object({ message: z.string(), data: Sms }),
  idempotent: true,
  refusals: [
    'sender_not_found',
    'sender_not_sms_capable',
    'sender_inactive',
    'recipient_invalid',
    'destination_unsupported',
    'destination_not_allowed',
    'insufficient_balance_for_sms',
    'sms_maybe_sent',
    'sms_not_sent',
  ],
})
