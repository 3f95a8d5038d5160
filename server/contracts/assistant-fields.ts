import { z } from 'zod'
import { BuiltInTool } from './assistant-tools.ts'
import { Mode } from './enums.ts'
import { issue } from './faults.ts'
import {
  decimal,
  dollars,
  Flag,
  Id,
  integer,
  JsonObject,
  optional,
  requiredText,
  Timezone,
  text,
  WebUrl,
} from './scalars.ts'

export const AssistantType = z.enum(['inbound', 'outbound'])
export const KnowledgeMode = z.enum(['function_call', 'prompt'])
export const AmbientSound = z.enum([
  'off',
  'office',
  'city',
  'forest',
  'crowded_room',
  'cafe',
  'nature',
])

const Phrases = z.array(requiredText(255)).max(100)

/** Maximum budget, US dollars. */
export const MAX_BUDGET = 1_000_000

/** Maximum retention of chats when they expire at all, days. */
const MAX_RETENTION_DAYS = 3650

/** Short phrases said while the assistant is thinking, by the sentiment of the customer's words. */
export const FillerConfig = z.object({
  positive: Phrases,
  negative: Phrases,
  question: Phrases,
  neutral: Phrases,
})
export type FillerConfig = z.output<typeof FillerConfig>

/** Input form of `FillerConfig`; omitted sentiments get the default phrases of the assistant's language. */
const FillerChoice = z.object({
  positive: optional(Phrases),
  negative: optional(Phrases),
  question: optional(Phrases),
  neutral: optional(Phrases),
})

/** A value to extract once a conversation has ended. */
export const ExtractionField = z.object({
  name: z
    .string()
    .min(3)
    .max(16)
    .regex(/^[a-z0-9_]+$/, {
      error: issue('not_lowercase_name'),
    }),
  type: z.enum(['string', 'number', 'bool']),
  description: requiredText(255).min(3),
})

/** A spending limit in US dollars. */
const Budget = dollars(MAX_BUDGET)

const ids = optional(z.array(Id).max(100))

/**
 * Body of create assistant (docs/spec/api.md, endpoint 4), validated field by field. Cross-field rules and references to the
 * account's records are checked by `server/features/assistants/rules.ts`.
 */
export const NewAssistant = z.object({
  name: requiredText(255),
  voice_id: Id.describe('From the voices; it must fit the mode.'),
  language_id: Id.describe('From the languages.'),
  type: AssistantType.describe('Whether it takes calls or places them.'),
  mode: Mode.describe(
    '`pipeline` hears, thinks and speaks with three models; `multimodal` does all with one; `dualplex` thinks with one and speaks with a voice of its own.',
  ),
  timezone: Timezone,
  initial_message: requiredText(200).describe(
    'The first thing it says; `{{name}}` puts a variable in.',
  ),
  system_prompt: requiredText().describe(
    'What it is to do, and what it knows; `{{name}}` puts a variable in.',
  ),

  llm_model_id: optional(Id).describe('Required for pipeline.'),
  multimodal_model_id: optional(Id).describe('Required for multimodal and dualplex.'),
  chat_llm_fallback_id: optional(Id).describe(
    'The model that calls tools in multimodal and dualplex.',
  ),
  turn_detection_threshold: optional(decimal(0, 1)).describe(
    'Multimodal and dualplex; automatic when it is not sent.',
  ),
  secondary_language_ids: ids.describe('Languages that it notices and changes to.'),
  knowledgebase_id: optional(Id).describe('What it answers from.'),
  knowledgebase_mode: optional(KnowledgeMode).describe(
    '`prompt` for pipeline only; `function_call` is the only one for multimodal and dualplex. By default `prompt` for pipeline, `function_call` otherwise.',
  ),
  phone_number_id: optional(Id).describe(
    'A number of the account. For inbound no Caller ID, and none that another inbound assistant has.',
  ),
  tool_ids: ids.describe('Custom tools of the account.'),
  tools: optional(z.array(BuiltInTool).max(100)).meta({
    default: [],
    description: 'Built-in tools, each with the fields of its type.',
  }),

  tts_emotion_enabled: optional(Flag).meta({ default: true }),
  voice_stability: optional(decimal(0, 1)).meta({ default: 0.7 }),
  voice_similarity: optional(decimal(0, 1)).meta({ default: 0.5 }),
  speech_speed: optional(decimal(0.7, 1.2)).meta({ default: 1 }),
  llm_temperature: optional(decimal(0, 1)).meta({ default: 0.1 }),
  synthesizer_provider_id: optional(Id).describe(
    'Chosen by the language when it is not sent; in multimodal there is none.',
  ),
  transcriber_provider_id: optional(Id).describe(
    'Pipeline only; chosen by the language when it is not sent.',
  ),
  allow_interruptions: optional(Flag).meta({
    default: true,
    description: 'Cannot be turned off for multimodal and dualplex.',
  }),
  fillers: optional(Flag).meta({
    default: false,
    description: 'Whether it says short phrases while it thinks; pipeline only.',
  }),
  filler_config: optional(FillerChoice).describe(
    'The phrases, by the mood of what it heard; those of the language when they are not sent.',
  ),
  record: optional(Flag).meta({ default: false }),
  recording_notice: optional(Flag).meta({
    default: true,
    description:
      'Says at the start of a recorded call that it is recorded, in the language of the assistant.',
  }),
  enable_noise_cancellation: optional(Flag).meta({ default: true }),
  wait_for_customer: optional(Flag).meta({
    default: false,
    description: 'Whether the customer has the first word.',
  }),
  max_duration: optional(integer(20, 1200)).meta({ default: 600, description: 'Seconds.' }),
  max_silence_duration: optional(integer(1, 360)).meta({
    default: 40,
    description: 'Seconds after which it hangs up when nobody speaks.',
  }),
  max_initial_silence_duration: optional(integer(1, 120)).describe(
    'Seconds; the same before the customer has said anything.',
  ),
  ringing_time: optional(integer(1, 60)).meta({ default: 30, description: 'Seconds.' }),
  reengagement_interval: optional(integer(7, 600)).meta({
    default: 30,
    description: 'Seconds of silence before it speaks up again.',
  }),
  reengagement_prompt: optional(text(1000)).describe('How it speaks up again.'),
  end_call_on_voicemail: optional(Flag).meta({ default: true }),
  voice_mail_message: optional(text(1000)).describe('What it says to a voicemail.'),
  endpoint_type: optional(z.enum(['vad', 'ai'])).meta({
    default: 'vad',
    description:
      'How the end of a turn is noticed: by the voice falling silent, or by what was said.',
  }),
  endpoint_sensitivity: optional(decimal(0, 5)).meta({ default: 0.5 }),
  interrupt_sensitivity: optional(decimal(0, 5)).meta({ default: 0.5 }),
  min_interrupt_words: optional(integer(0, 10)).meta({
    default: 0,
    description: 'Words that interrupt it.',
  }),
  ambient_sound: optional(AmbientSound).meta({ default: 'off' }),
  ambient_sound_volume: optional(decimal(0, 1)).meta({ default: 0.5 }),

  is_webhook_active: optional(Flag).meta({
    default: false,
    description: 'Whether `webhook_url` hears of calls that are over.',
  }),
  webhook_url: optional(WebUrl).describe('Required when `is_webhook_active` is true.'),
  send_webhook_only_on_completed: optional(Flag).meta({
    default: true,
    description: 'Keeps quiet about failed and unanswered calls.',
  }),
  include_recording_in_webhook: optional(Flag).meta({ default: true }),
  post_call_evaluation: optional(Flag).meta({ default: true }),
  post_call_schema: optional(z.array(ExtractionField).max(100)).meta({
    default: [],
    description: 'What to find out from a call or a chat that is over.',
  }),
  variables: optional(JsonObject).meta({
    default: {},
    description: 'Values for `{{name}}` in what it says and in its prompt.',
  }),
  conversation_inactivity_timeout: optional(integer(1, 1440)).meta({
    default: 30,
    description: 'Minutes after which a chat is over when nobody writes.',
  }),
  conversation_ended_retrigger: optional(Flag).meta({
    default: false,
    description: 'Whether a chat that goes on after its end can end again.',
  }),
  retention_days: optional(integer(1, MAX_RETENTION_DAYS)).describe(
    'Days after its end and its last message after which a chat is erased with everything about it; kept for ever when it is not sent. Contacts who are left without a chat go as well once they have not been seen for so long, and so do calls, with their recordings.',
  ),
  conversation_ended_webhook_url: optional(WebUrl).describe('Hears of chats that are over.'),
  budget_per_day: optional(Budget).describe(
    'US dollars that answers of a day may cost, by its timezone; no limit when it is not sent.',
  ),
  budget_per_visitor_day: optional(Budget).describe(
    'US dollars that answers to one visitor may cost on a day.',
  ),
  budget_per_conversation: optional(Budget).describe(
    'US dollars that the answers of one chat may cost.',
  ),
  over_budget_message: optional(text(1000)).describe(
    'What a visitor is told over budget; a phrase of its language when it is not sent.',
  ),
  widget_settings: optional(JsonObject).meta({
    default: {},
    description: 'How the widget looks: `theme`, `color`, `position` and what else you need.',
  }),
})
export type NewAssistant = z.output<typeof NewAssistant>

export type AssistantFieldName = keyof NewAssistant

/** Every assistant field, in contract order. */
export const ASSISTANT_FIELDS = Object.keys(NewAssistant.shape) as readonly AssistantFieldName[]

/** Reports whether a field of an assistant is nullable. */
export const isOptionalField = (name: AssistantFieldName): boolean =>
  NewAssistant.shape[name] instanceof z.ZodOptional

/** The documented default of an omitted field; null if it has none. */
export const statedDefault = (name: AssistantFieldName): unknown =>
  NewAssistant.shape[name].meta()?.['default'] ?? null

/**
 * Body of an update: omitted fields stay unchanged, `null` resets an optional field to its default (it is parsed to undefined),
 * arrays and objects are replaced as a whole. The cross-field rules apply to the result.
 */
export const AssistantChange = NewAssistant.partial()
export type AssistantChange = z.output<typeof AssistantChange>
