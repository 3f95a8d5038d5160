import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import { DateTime, ReplyId, text } from './scalars.ts'

/** decisions.md, sections 4 and 5, say which may follow which. */
export const SmsStatus = z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown'])
export type SmsStatus = z.output<typeof SmsStatus>

/** A text message (api.md, "SMS record"). Prices are USD with at most six decimals. */
export const Sms = z.object({
  id: ReplyId,
  phone_number_id: z.int(),
  to: z.string(),
  body: z.string(),
  user_id: z.int(),
  segments: z.int(),
  segment_price: z.number(),
  /** `segment_price * segments`; 0 when it failed. */
  total_cost: z.number(),
  status: SmsStatus,
  /** Empty until the provider has taken it. */
  sms_sid: z.string(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Sms = z.output<typeof Sms>

export const listSms = endpoint({
  method: 'get',
  path: '/user/sms',
  summary: 'Text messages, newest first',
  query: pageQuery(15)
    .extend({
      status: SmsStatus.optional(),
      /** Matches the recipient by its digits, exactly. */
      to: text(255).optional(),
    })
    .extend(DateRange.shape)
    .refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(Sms),
})
