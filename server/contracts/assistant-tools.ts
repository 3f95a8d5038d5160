import { z } from 'zod'
import {
  defaulted,
  Flag,
  Id,
  integer,
  optional,
  requiredText,
  Timezone,
  text,
  WebUrl,
} from './scalars.ts'

/*
 * The built-in tools of an assistant (docs/spec/api.md, "Built-in tools"; `assistant_transfer`: docs/spec/family.md, section 2;
 * `text_message`: docs/spec/decisions.md).
 * Replies return them flat, as they were sent, with defaults filled in.
 */

/** Maximum length of prose for a person or a model; the API description sets no limit. */
const MAX_PROSE = 5000

const CallTransfer = z.object({
  type: z.literal('call_transfer'),
  phone_number: requiredText(255),
  description: optional(text(MAX_PROSE)),
  custom: optional(Flag),
  timezone: optional(Timezone),
  warm_transfer: defaulted(Flag, false),
  warm_transfer_message: optional(text(MAX_PROSE)),
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
  description: requiredText(MAX_PROSE),
  custom_sip: defaulted(Flag, false),
  caller_id_mode: defaulted(
    z.enum(['outbound_number', 'customer_number', 'custom']),
    'outbound_number',
  ),
  custom_caller_id: optional(text(255)),
  hold_music: defaulted(z.enum(['hold_music', 'none']), 'hold_music'),
  hold_music_volume: defaulted(integer(0, 100), 80),
  hold_message: defaulted(text(MAX_PROSE), HOLD_MESSAGE),
  summary_instructions: defaulted(text(MAX_PROSE), SUMMARY_INSTRUCTIONS),
  briefing_initial_message: defaulted(text(MAX_PROSE), BRIEFING_MESSAGE),
  connected_message: defaulted(text(MAX_PROSE), CONNECTED_MESSAGE),
})

const EndCall = z.object({ type: z.literal('end_call'), description: optional(text(MAX_PROSE)) })

const DtmfInput = z.object({
  type: z.literal('dtmf_input'),
  description: optional(text(MAX_PROSE)),
})

const CollectKeypad = z.object({
  type: z.literal('collect_keypad'),
  timeout: defaulted(integer(1, 30), 5),
  stop_key: defaulted(z.enum(['#', '*']), '#'),
})

const BookingField = z.object({
  slug: requiredText(255),
  type: requiredText(255),
  label: requiredText(255),
  required: defaulted(Flag, false),
  options: optional(z.array(text(255)).max(100)),
})

const CalendarIntegration = z.object({
  type: z.literal('calendar_integration'),
  calendar_api_key: requiredText(1000),
  calendar_event_slug: requiredText(255),
  calendar_team_slug: optional(text(255)),
  calendar_endpoint: defaulted(z.enum(['us', 'eu', 'custom']), 'us'),
  calendar_custom_endpoint: optional(WebUrl),
  calendar_booking_fields: optional(z.array(BookingField).max(100)),
  description: optional(text(MAX_PROSE)),
})

/** Maximum length of the texts of tools that the API description does not have. */
const MAX_SHORT_PROSE = 500

const AssistantTransfer = z.object({
  type: z.literal('assistant_transfer'),
  assistant_id: Id,
  description: optional(text(MAX_SHORT_PROSE)),
  message_before_transfer: optional(text(MAX_SHORT_PROSE)),
  speak_transfer_greeting: defaulted(Flag, true),
})

const TextMessage = z.object({
  type: z.literal('text_message'),
  description: optional(text(MAX_SHORT_PROSE)),
})

export const BuiltInTool = z.discriminatedUnion('type', [
  CallTransfer,
  WarmCallTransfer,
  EndCall,
  DtmfInput,
  CollectKeypad,
  CalendarIntegration,
  AssistantTransfer,
  TextMessage,
])
export type BuiltInTool = z.output<typeof BuiltInTool>
