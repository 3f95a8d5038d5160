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
  objectOf,
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

/** Maximum delay of an answer that an operator watches, seconds. */
const MAX_ANSWER_DELAY = 5

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
  voice_id: Id.describe('Id of a voice that is compatible with the mode.'),
  language_id: Id.describe('Id of a language.'),
  type: AssistantType.describe('Whether the assistant receives or places calls.'),
  mode: Mode.describe(
    '`pipeline` uses separate models for recognition, language and speech; `multimodal` uses one model for everything; `dualplex` uses a multimodal model with a separate text-to-speech voice.',
  ),
  timezone: Timezone,
  initial_message: requiredText(200).describe('The first message; `{{name}}` inserts a variable.'),
  system_prompt: requiredText().describe(
    'The assistant’s instructions and knowledge; `{{name}}` inserts a variable.',
  ),

  llm_model_id: optional(Id).describe('Required for pipeline.'),
  multimodal_model_id: optional(Id).describe('Required for multimodal and dualplex.'),
  chat_llm_fallback_id: optional(Id).describe(
    'Fallback LLM for tool calls in multimodal and dualplex.',
  ),
  turn_detection_threshold: optional(decimal(0, 1)).describe(
    'Multimodal and dualplex only; automatic if omitted.',
  ),
  secondary_language_ids: ids.describe('Languages that the assistant detects and switches to.'),
  knowledgebase_id: optional(Id).describe('Id of the knowledge base used for answers.'),
  knowledgebase_mode: optional(KnowledgeMode).describe(
    '`prompt` is for pipeline only; multimodal and dualplex require `function_call`. Default: `prompt` for pipeline, `function_call` otherwise.',
  ),
  phone_number_id: optional(Id).describe(
    'Id of one of the account’s numbers. For inbound assistants, it must not be a Caller ID or assigned to another inbound assistant.',
  ),
  tool_ids: ids.describe('Ids of custom tools.'),
  mcp_tool_ids: ids.describe('Ids of tools of MCP servers.'),
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
    'Auto-selected by language if omitted; not used in multimodal.',
  ),
  transcriber_provider_id: optional(Id).describe(
    'Pipeline only; auto-selected by language if omitted.',
  ),
  allow_interruptions: optional(Flag).meta({
    default: true,
    description: 'Cannot be disabled for multimodal and dualplex.',
  }),
  fillers: optional(Flag).meta({
    default: false,
    description: 'Whether the assistant says short filler phrases while it thinks; pipeline only.',
  }),
  filler_config: optional(z.preprocess(objectOf, FillerChoice)).describe(
    'Filler phrases by the mood of the caller’s words; default: the phrases of the language.',
  ),
  record: optional(Flag).meta({ default: false }),
  recording_notice: optional(Flag).meta({
    default: true,
    description:
      'Whether a recorded call starts with an announcement that it is recorded, in the assistant’s language.',
  }),
  enable_noise_cancellation: optional(Flag).meta({ default: true }),
  wait_for_customer: optional(Flag).meta({
    default: false,
    description: 'Whether the customer speaks first.',
  }),
  max_duration: optional(integer(20, 1200)).meta({
    default: 600,
    description: 'Maximum duration of a call, seconds.',
  }),
  max_silence_duration: optional(integer(1, 360)).meta({
    default: 40,
    description: 'Silence after which the assistant hangs up, seconds.',
  }),
  max_initial_silence_duration: optional(integer(1, 120)).describe(
    'Silence after which the assistant hangs up if the customer has not said anything yet, seconds.',
  ),
  ringing_time: optional(integer(1, 60)).meta({
    default: 30,
    description: 'Maximum ringing time, seconds.',
  }),
  reengagement_interval: optional(integer(7, 600)).meta({
    default: 30,
    description: 'Silence after which the assistant speaks again, seconds.',
  }),
  reengagement_prompt: optional(text(1000)).describe(
    'Words of the assistant after a silence of `reengagement_interval`; default: a phrase in its language.',
  ),
  end_call_on_voicemail: optional(Flag).meta({ default: true }),
  voice_mail_message: optional(text(1000)).describe('Message left on a voicemail.'),
  endpoint_type: optional(z.enum(['vad', 'ai'])).meta({
    default: 'vad',
    description:
      'Detection of the end of a turn: by voice activity (`vad`), or by the words (`ai`).',
  }),
  endpoint_sensitivity: optional(decimal(0, 5)).meta({ default: 0.5 }),
  interrupt_sensitivity: optional(decimal(0, 5)).meta({ default: 0.5 }),
  min_interrupt_words: optional(integer(0, 10)).meta({
    default: 0,
    description: 'Minimum number of words that interrupt the assistant.',
  }),
  ambient_sound: optional(AmbientSound).meta({ default: 'off' }),
  ambient_sound_volume: optional(decimal(0, 1)).meta({ default: 0.5 }),

  is_webhook_active: optional(Flag).meta({
    default: false,
    description: 'Whether `webhook_url` is notified of ended calls.',
  }),
  webhook_url: optional(WebUrl).describe('Required if `is_webhook_active` is true.'),
  send_webhook_only_on_completed: optional(Flag).meta({
    default: true,
    description: 'Whether to skip webhooks for failed or unanswered calls.',
  }),
  include_recording_in_webhook: optional(Flag).meta({ default: true }),
  post_call_evaluation: optional(Flag).meta({ default: true }),
  post_call_schema: optional(z.array(ExtractionField).max(100)).meta({
    default: [],
    description: 'Values to extract from a call or chat that has ended.',
  }),
  variables: optional(JsonObject).meta({
    default: {},
    description: 'Values for `{{name}}` in the assistant’s messages and instructions.',
  }),
  conversation_inactivity_timeout: optional(integer(1, 1440)).meta({
    default: 30,
    description: 'Time without messages after which a chat ends, minutes.',
  }),
  conversation_ended_retrigger: optional(Flag).meta({
    default: false,
    description: 'Whether a chat that continues after its end can end again, with another webhook.',
  }),
  retention_days: optional(integer(1, MAX_RETENTION_DAYS)).describe(
    'Days after the end and last message of a chat after which it is deleted with all its data; kept forever if omitted. Contacts without a remaining chat are deleted once they have not been seen for the same time, and so are calls with their recordings.',
  ),
  answer_delay: optional(decimal(0, MAX_ANSWER_DELAY)).meta({
    default: 0,
    description:
      'Seconds by which the text of an answer in a chat reaches the visitor later than the desk, while an operator looks at the conversation and may hold it; 0 turns this off.',
  }),
  conversation_ended_webhook_url: optional(WebUrl).describe('URL that is notified of ended chats.'),
  budget_per_day: optional(Budget).describe(
    'Budget for answers per day in the assistant’s timezone, US dollars; unlimited if omitted.',
  ),
  budget_per_visitor_day: optional(Budget).describe(
    'Budget for answers to one visitor per day, US dollars.',
  ),
  budget_per_conversation: optional(Budget).describe(
    'Budget for the answers in one chat, US dollars.',
  ),
  over_budget_message: optional(text(1000)).describe(
    'Message to visitors when a budget is used up; default: a phrase in the assistant’s language.',
  ),
  widget_settings: optional(JsonObject).meta({
    default: {},
    description: 'Look of the widget: `theme`, `color`, `position` and any other settings.',
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
