import { z } from 'zod'
import {
  AmbientSound,
  AssistantChange,
  AssistantType,
  ExtractionField,
  FillerConfig,
  type NewAssistant,
} from './assistant-fields.ts'
import { AssistantSummary } from './assistants.ts'
import { endpoint } from './endpoint.ts'
import { Mode } from './enums.ts'
import { Id, Instant, integer, JsonObject, optional, text } from './scalars.ts'

/* All settings of an assistant that operators can change, as stored. `GET /user/assistant/:id` returns only the fields of its API family. */

const id = z.int().nullable()
const flag = z.boolean()

const fields = {
  name: z.string(),
  voice_id: z.int(),
  language_id: z.int(),
  type: AssistantType,
  mode: Mode,
  timezone: z.string(),
  initial_message: z.string(),
  system_prompt: z.string(),
  llm_model_id: id,
  multimodal_model_id: id,
  chat_llm_fallback_id: id,
  turn_detection_threshold: z.number().nullable(),
  secondary_language_ids: z.array(z.int()),
  knowledgebase_id: id,
  knowledgebase_mode: z.enum(['function_call', 'prompt', 'hybrid']),
  phone_number_id: id,
  tool_ids: z.array(z.int()),
  mcp_tool_ids: z.array(z.int()),
  tools: z.array(z.record(z.string(), z.json())),
  tts_emotion_enabled: flag,
  voice_stability: z.number(),
  voice_similarity: z.number(),
  speech_speed: z.number(),
  llm_temperature: z.number(),
  synthesizer_provider_id: id,
  transcriber_provider_id: id,
  allow_interruptions: flag,
  fillers: flag,
  filler_config: FillerConfig,
  record: flag,
  recording_notice: flag,
  enable_noise_cancellation: flag,
  wait_for_customer: flag,
  max_duration: z.int(),
  max_silence_duration: z.int(),
  max_initial_silence_duration: z.int().nullable(),
  ringing_time: z.int(),
  reengagement_interval: z.int(),
  reengagement_prompt: z.string().nullable(),
  end_call_on_voicemail: flag,
  voice_mail_message: z.string().nullable(),
  endpoint_type: z.enum(['vad', 'ai']),
  endpoint_sensitivity: z.number(),
  interrupt_sensitivity: z.number(),
  min_interrupt_words: z.int(),
  ambient_sound: AmbientSound,
  ambient_sound_volume: z.number(),
  is_webhook_active: flag,
  webhook_url: z.string().nullable(),
  send_webhook_only_on_completed: flag,
  include_recording_in_webhook: flag,
  post_call_evaluation: flag,
  post_call_schema: z.array(ExtractionField),
  variables: JsonObject,
  conversation_inactivity_timeout: z.int(),
  conversation_ended_retrigger: flag,
  retention_days: z.int().nullable(),
  answer_delay: z.number(),
  conversation_ended_webhook_url: z.string().nullable(),
  budget_per_day: z.number().nullable(),
  budget_per_visitor_day: z.number().nullable(),
  budget_per_conversation: z.number().nullable(),
  over_budget_message: z.string().nullable(),
  widget_settings: JsonObject,
} satisfies Record<keyof NewAssistant, z.ZodType>

/** Every field that operators can write, with its effective value; null if it has none. */
export const AssistantSettings = z.object(fields)
export type AssistantSettings = z.output<typeof AssistantSettings>

/** Author of a version. */
export const VersionAuthor = z.object({
  kind: z
    .enum(['operator', 'key', 'parley'])
    .describe('An operator, a program with an API key, or Parley itself.'),
  name: z.string().nullable(),
})
export type VersionAuthor = z.output<typeof VersionAuthor>

/** A version of an assistant's settings. */
export const AssistantVersion = z.object({
  number: z.int().describe('Version number: 1 for the first, incremented with each change.'),
  author: VersionAuthor,
  note: z.string().nullable(),
  restored_from: z.int().nullable().describe('Number of the version that was restored.'),
  changed: z
    .array(z.string())
    .describe('Names of the fields that differ from the previous version.'),
  created_at: Instant,
})
export type AssistantVersion = z.output<typeof AssistantVersion>

/** An assistant with all its settings and their latest version. */
export const AssistantForm = z.object({
  ...AssistantSummary.shape,
  uuid: z.uuid(),
  fields: AssistantSettings,
  version: AssistantVersion,
  updated_at: Instant,
})
export type AssistantForm = z.output<typeof AssistantForm>

const OneAssistant = z.object({ id: Id })
const NOT_FOUND = ['assistant_not_found'] as const

export const getAssistantSettings = endpoint({
  method: 'get',
  path: '/user/assistants/:id/settings',
  capability: 'assistants',
  summary: 'Get all settings of an assistant, as stored',
  params: OneAssistant,
  refusals: NOT_FOUND,
  reply: AssistantForm,
})

export const updateAssistantSettings = endpoint({
  method: 'put',
  path: '/user/assistants/:id/settings',
  capability: 'assistants',
  summary: 'Update settings of an assistant, unless someone else has changed them',
  description:
    'Omitted fields are unchanged; `null` resets an optional field to its default. If `version` is sent and is no longer the newest, the change is refused, and the response contains the newest version and its author.',
  params: OneAssistant,
  body: AssistantChange.extend({
    version: optional(integer(1, 1_000_000_000)).describe(
      'Number of the version on which the change is based.',
    ),
    note: optional(text(500)).describe('Reason for the change, shown in the list of versions.'),
  }),
  invalid: 'validation_failed',
  refusals: [...NOT_FOUND, 'assistant_changed'],
  examples: { body: { name: 'Front desk', version: 3 } },
  reply: AssistantForm,
})

/** Defaults of the optional fields, by mode and language. */
const SettingDefaults = AssistantSettings.omit({
  name: true,
  voice_id: true,
  language_id: true,
  type: true,
  mode: true,
  timezone: true,
  initial_message: true,
  system_prompt: true,
})
export type SettingDefaults = z.output<typeof SettingDefaults>

export const getAssistantDefaults = endpoint({
  method: 'get',
  path: '/user/assistants/defaults',
  capability: 'assistants',
  summary: 'Get the defaults of optional settings',
  query: z.object({
    mode: Mode.default('pipeline'),
    language_id: Id.optional().describe('Id of a language; English if omitted.'),
  }),
  reply: SettingDefaults,
})
