import { z } from 'zod'
import { BuiltInTool } from './assistant-tools.ts'
import { endpoint } from './endpoint.ts'
import { Mode } from './lookups.ts'
import { pageOf, pageQuery } from './page.ts'
import {
  decimal,
  Flag,
  Id,
  Instant,
  integer,
  JsonObject,
  optional,
  ReplyId,
  requiredText,
  Timezone,
  text,
  Uuid,
  WebUrl,
} from './scalars.ts'

export const AssistantType = z.enum(['inbound', 'outbound'])
export const AssistantStatus = z.enum(['inactive', 'active'])
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

/** Short phrases said while the assistant thinks, by the mood of what it heard. */
export const FillerConfig = z.object({
  positive: Phrases.default([]),
  negative: Phrases.default([]),
  question: Phrases.default([]),
  neutral: Phrases.default([]),
})
export type FillerConfig = z.output<typeof FillerConfig>

/** One value to extract once a conversation has ended. */
export const ExtractionField = z.object({
  name: z
    .string()
    .min(3)
    .max(16)
    .regex(/^[a-z0-9_]+$/, {
      error: 'The :attribute may only contain lowercase letters, digits and underscores.',
    }),
  type: z.enum(['string', 'number', 'bool']),
  description: requiredText(255).min(3),
})

const ids = optional(z.array(Id).max(100))

/**
 * Body of create assistant, field by field (api.md, endpoint 4). What one field says about another, and what the
 * account owns, is checked by `server/features/assistants/rules.ts`.
 */
export const NewAssistant = z.object({
  name: requiredText(255),
  voice_id: Id,
  language_id: Id,
  type: AssistantType,
  mode: Mode,
  timezone: Timezone,
  initial_message: requiredText(200),
  system_prompt: requiredText(),

  llm_model_id: optional(Id),
  multimodal_model_id: optional(Id),
  chat_llm_fallback_id: optional(Id),
  turn_detection_threshold: optional(decimal(0, 1)),
  secondary_language_ids: ids,
  knowledgebase_id: optional(Id),
  knowledgebase_mode: optional(KnowledgeMode),
  phone_number_id: optional(Id),
  tool_ids: ids,
  tools: optional(z.array(BuiltInTool).max(100)),

  tts_emotion_enabled: optional(Flag),
  voice_stability: optional(decimal(0, 1)),
  voice_similarity: optional(decimal(0, 1)),
  speech_speed: optional(decimal(0.7, 1.2)),
  llm_temperature: optional(decimal(0, 1)),
  synthesizer_provider_id: optional(Id),
  transcriber_provider_id: optional(Id),
  allow_interruptions: optional(Flag),
  fillers: optional(Flag),
  filler_config: optional(FillerConfig),
  record: optional(Flag),
  enable_noise_cancellation: optional(Flag),
  wait_for_customer: optional(Flag),
  max_duration: optional(integer(20, 1200)),
  max_silence_duration: optional(integer(1, 360)),
  max_initial_silence_duration: optional(integer(1, 120)),
  ringing_time: optional(integer(1, 60)),
  reengagement_interval: optional(integer(7, 600)),
  reengagement_prompt: optional(text(1000)),
  end_call_on_voicemail: optional(Flag),
  voice_mail_message: optional(text(1000)),
  endpoint_type: optional(z.enum(['vad', 'ai'])),
  endpoint_sensitivity: optional(decimal(0, 5)),
  interrupt_sensitivity: optional(decimal(0, 5)),
  min_interrupt_words: optional(integer(0, 10)),
  ambient_sound: optional(AmbientSound),
  ambient_sound_volume: optional(decimal(0, 1)),

  is_webhook_active: optional(Flag),
  webhook_url: optional(WebUrl),
  send_webhook_only_on_completed: optional(Flag),
  include_recording_in_webhook: optional(Flag),
  post_call_evaluation: optional(Flag),
  post_call_schema: optional(z.array(ExtractionField).max(100)),
  variables: optional(JsonObject),
  conversation_inactivity_timeout: optional(integer(1, 1440)),
  conversation_ended_retrigger: optional(Flag),
  conversation_ended_webhook_url: optional(WebUrl),
  widget_settings: optional(JsonObject),
})
export type NewAssistant = z.output<typeof NewAssistant>

/** An assistant as lists give it back, with the odd types of the family (api.md, "Assistant"). */
export const Assistant = z.object({
  id: ReplyId,
  uuid: Uuid,
  user_id: z.int(),
  phone_number_id: z.int().nullable(),
  engine_id: z.int().nullable(),
  synthesizer_id: z.int().nullable(),
  transcriber_id: z.int().nullable(),
  voice_id: z.int(),
  instance_id: z.int(),
  name: z.string(),
  variables: JsonObject,
  post_call_evaluation: z.boolean(),
  fillers: z.union([z.literal(0), z.literal(1)]),
  post_call_schema: z.array(ExtractionField),
  tools: z.array(z.record(z.string(), z.json())),
  is_webhook_active: z.boolean(),
  webhook_url: z.string().nullable(),
  inbound_webhook_url: z.string().nullable(),
  language: z.string().nullable(),
  type: AssistantType,
  status: AssistantStatus,
  max_duration: z.int(),
  record: z.boolean(),
  initial_message: z.string(),
  system_prompt: z.string(),
  flows_platform_id: z.int().nullable(),
  timezone: z.string(),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: Instant.nullable(),
  max_silence_duration: z.int(),
  reengagement_interval: z.int(),
  end_call_on_voicemail: z.union([z.literal(0), z.literal(1)]),
  llm_temperature: z.string(),
  voice_stability: z.string(),
  voice_similarity: z.string(),
  speech_speed: z.string(),
  ambient_sound_volume: z.string(),
  allow_interruptions: z.boolean(),
  enable_noise_cancellation: z.boolean(),
  wait_for_customer: z.boolean(),
  send_webhook_only_on_completed: z.boolean(),
  include_recording_in_webhook: z.boolean(),
  endpoint_sensitivity: z.number(),
  interrupt_sensitivity: z.number(),
  endpoint_type: z.enum(['vad', 'ai']),
  mode: Mode,
  language_id: z.int(),
  transcriber_provider_id: z.int().nullable(),
  synthesizer_provider_id: z.int().nullable(),
  llm_model_id: z.int().nullable(),
  multimodal_model_id: z.int().nullable(),
  ambient_sound: AmbientSound,
  filler_config: FillerConfig,
  knowledgebase_id: z.int().nullable(),
  knowledgebase_mode: z.enum(['function_call', 'prompt', 'hybrid']),
  min_interrupt_words: z.int(),
  widget_settings: JsonObject,
})
export type Assistant = z.output<typeof Assistant>

/** What create, activate and deactivate say about the assistant they touched. */
export const AssistantSummary = z.object({
  id: ReplyId,
  name: z.string(),
  status: AssistantStatus,
  type: AssistantType,
  mode: Mode,
})
export type AssistantSummary = z.output<typeof AssistantSummary>

const Changed = z.object({ message: z.string(), data: AssistantSummary })
const OneAssistant = z.object({ id: Id })

export const createAssistant = endpoint({
  method: 'post',
  path: '/user/assistant',
  summary: 'Create an assistant',
  body: NewAssistant,
  invalid: 'Validation failed',
  status: 201,
  reply: Changed,
})

export const listAssistants = endpoint({
  method: 'get',
  path: '/user/assistants/get',
  summary: 'Assistants, page by page',
  query: pageQuery(10),
  reply: pageOf(Assistant),
})

export const activateAssistant = endpoint({
  method: 'post',
  path: '/user/assistant/:id/activate',
  summary: 'Let an assistant answer',
  params: OneAssistant,
  reply: Changed,
})

export const deactivateAssistant = endpoint({
  method: 'post',
  path: '/user/assistant/:id/deactivate',
  summary: 'Stop an assistant from answering',
  params: OneAssistant,
  reply: Changed,
})

const Embedding = z.object({
  uuid: Uuid,
  /** Exact origins of the websites that may show the assistant; this machine and Parley itself always may. */
  allowed_origins: z.array(z.string()),
  /** The tag to paste into the website. */
  snippet: z.string(),
  /** Where visitors' browsers must be able to reach this Parley. */
  origin: z.string(),
  /** False when `origin` is this machine only, so that a public website could not reach it. */
  is_public: z.boolean(),
})
export type Embedding = z.output<typeof Embedding>

export const getEmbedding = endpoint({
  method: 'get',
  path: '/user/assistant/:id/embedding',
  summary: 'How to put an assistant on a website',
  params: OneAssistant,
  reply: Embedding,
})

export const updateEmbedding = endpoint({
  method: 'put',
  path: '/user/assistant/:id/embedding',
  summary: 'Say which websites may show an assistant',
  params: OneAssistant,
  body: z.object({ allowed_origins: z.array(WebUrl).max(50) }),
  reply: Embedding,
})
