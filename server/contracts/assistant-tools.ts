import { z } from 'zod'
import { Flag, Id, integer, optional, requiredText, Timezone, text, WebUrl } from './scalars.ts'

/*
 * The six built-in tools of an assistant (api.md, "Built-in tools"). They are given back flat, as they were sent,
 * with the defaults filled in.
 */

const CallTransfer = z.object({
  type: z.literal('call_transfer'),
  phone_number: requiredText(255),
  description: optional(text(1000)),
  custom: optional(Flag),
  timezone: optional(Timezone),
  warm_transfer: Flag.default(false),
  warm_transfer_message: optional(text(1000)),
})

const HOLD_MESSAGE = 'Please hold while I connect you with a colleague.'
const SUMMARY_INSTRUCTIONS =
  'Say in two or three sentences who is calling, what they want and what has been agreed so far.'
const BRIEFING_MESSAGE = 'Hello, I have a caller on the line for you. Here is a short summary.'
const CONNECTED_MESSAGE = 'You are now connected. Thank you for waiting.'

const WarmCallTransfer = z.object({
  type: z.literal('warm_call_transfer'),
  supervisor_phone: requiredText(255),
  outbound_phone_id: Id,
  description: requiredText(1000),
  custom_sip: Flag.default(false),
  caller_id_mode: z
    .enum(['outbound_number', 'customer_number', 'custom'])
    .default('outbound_number'),
  custom_caller_id: optional(text(255)),
  hold_music: z.enum(['hold_music', 'none']).default('hold_music'),
  hold_music_volume: integer(0, 100).default(80),
  hold_message: text(1000).default(HOLD_MESSAGE),
  summary_instructions: text(1000).default(SUMMARY_INSTRUCTIONS),
  briefing_initial_message: text(1000).default(BRIEFING_MESSAGE),
  connected_message: text(1000).default(CONNECTED_MESSAGE),
})

const EndCall = z.object({ type: z.literal('end_call'), description: optional(text(1000)) })

const DtmfInput = z.object({ type: z.literal('dtmf_input'), description: optional(text(1000)) })

const CollectKeypad = z.object({
  type: z.literal('collect_keypad'),
  timeout: integer(1, 30).default(5),
  stop_key: z.enum(['#', '*']).default('#'),
})

const BookingField = z.object({
  slug: requiredText(255),
  type: requiredText(255),
  label: requiredText(255),
  required: Flag.default(false),
  options: optional(z.array(text(255)).max(100)),
})

const CalendarIntegration = z.object({
  type: z.literal('calendar_integration'),
  calendar_api_key: requiredText(1000),
  calendar_event_slug: requiredText(255),
  calendar_team_slug: optional(text(255)),
  calendar_endpoint: z.enum(['us', 'eu', 'custom']).default('us'),
  calendar_custom_endpoint: optional(WebUrl),
  calendar_booking_fields: optional(z.array(BookingField).max(100)),
  description: optional(text(1000)),
})

export const BuiltInTool = z.discriminatedUnion('type', [
  CallTransfer,
  WarmCallTransfer,
  EndCall,
  DtmfInput,
  CollectKeypad,
  CalendarIntegration,
])
export type BuiltInTool = z.output<typeof BuiltInTool>
