import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import { DateTime, Id, JsonObject, ReplyId, text } from './scalars.ts'

export const CallType = z.enum(['inbound', 'outbound', 'web'])
export type CallType = z.output<typeof CallType>

/** In the order of a call's life; decisions.md, section 4, says which may follow which. */
export const CallStatus = z.enum([
  'initiated',
  'ringing',
  'busy',
  'in-progress',
  'ended',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'no-answer',
  'failed',
])
export type CallStatus = z.output<typeof CallStatus>

/** Item of the calls list (api.md, "Call"). Costs are USD, `duration` is seconds. */
export const Call = z.object({
  id: ReplyId,
  assistant_name: z.string(),
  /** Empty without a campaign. */
  campaign_name: z.string(),
  type: CallType,
  duration: z.int(),
  /** Both numbers are null for a web call. */
  assistant_phone_number: z.string().nullable(),
  client_phone_number: z.string().nullable(),
  status: CallStatus,
  transcript: z.string(),
  variables: JsonObject,
  evaluation: JsonObject,
  webhook_response: JsonObject,
  carrier_cost: z.number(),
  total_cost: z.number(),
  answered_by: z.enum(['human', 'machine', 'unknown']),
  recording_url: z.string().nullable(),
  created_at: DateTime,
  updated_at: DateTime,
})
export type Call = z.output<typeof Call>

export const listCalls = endpoint({
  method: 'get',
  path: '/user/calls',
  summary: 'Calls, newest first',
  query: pageQuery(15)
    .extend({
      status: CallStatus.optional(),
      type: CallType.optional(),
      /** Matches the client's number by its digits, exactly. */
      phone_number: text(255).optional(),
      assistant_id: Id.optional(),
      campaign_id: Id.optional(),
    })
    .extend(DateRange.shape)
    .refine(inOrder, OUT_OF_ORDER),
  reply: pageOf(Call),
})
