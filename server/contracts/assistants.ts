import { z } from 'zod'
import {
  AmbientSound,
  AssistantChange,
  AssistantType,
  ExtractionField,
  FillerConfig,
  NewAssistant,
} from './assistant-fields.ts'
import { Filing, FilingFields, FilingQuery } from './assistant-filing.ts'
import { endpoint } from './endpoint.ts'
import { Mode } from './enums.ts'
import { flatTools } from './other-names.ts'
import { pageOf, pageQuery } from './page.ts'
import { PicturePath } from './picture-fields.ts'
import { Id, Instant, JsonObject, ReplyId, Uuid } from './scalars.ts'

export const AssistantStatus = z.enum(['inactive', 'active'])

/** An assistant as returned by lists, with the API family's unusual types (docs/spec/api.md, "Assistant"). */
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

/** The assistant as returned by create, activate and deactivate. */
export const AssistantSummary = z.object({
  id: ReplyId,
  name: z.string(),
  status: AssistantStatus,
  type: AssistantType,
  mode: Mode,
})
export type AssistantSummary = z.output<typeof AssistantSummary>

/** An assistant in a list that was asked for more about each. */
const FiledAssistant = Assistant.extend({
  ...Filing.partial().shape,
  switched_off: z
    .boolean()
    .optional()
    .describe('Whether it was deactivated; a new assistant is inactive, too, but may place calls.'),
  picture: PicturePath.optional(),
})
export type FiledAssistant = z.output<typeof FiledAssistant>

const Changed = z.object({ message: z.string(), data: AssistantSummary })
const OneAssistant = z.object({ id: Id })
const NOT_FOUND = ['assistant_not_found'] as const
const PLURAL = ['/user/assistants/:id(\\d+)']

export const createAssistant = endpoint({
  method: 'post',
  path: '/user/assistant',
  capability: 'assistants',
  summary: 'Create an assistant',
  description:
    'The response has `folder_id` and `label_ids` if one of them was sent. Fields of a tool may also be inside its `data`, and those of `calendar_integration` may have the prefix `calcom_`.',
  normalize: flatTools,
  body: NewAssistant.extend(FilingFields.shape),
  invalid: 'validation_failed',
  status: 201,
  // Optional in the schema, but the engine in the example requires one.
  examples: { body: { llm_model_id: 1 } },
  reply: z.object({
    message: z.string(),
    data: AssistantSummary.extend(Filing.partial().shape),
  }),
})

export const listAssistants = endpoint({
  method: 'get',
  path: '/user/assistants/get',
  capability: 'directory',
  summary: 'List assistants, paginated',
  description:
    'With `folder_id`, `label_id` or `include=folder,labels`, each assistant also has `folder_id` and `label_ids`.',
  query: FilingQuery.extend({
    type: z
      .enum([...AssistantType.options, ''])
      .optional()
      .describe('Empty: both.'),
    ...pageQuery(10).shape,
  }),
  reply: pageOf(FiledAssistant),
})

export const listAllAssistants = endpoint({
  method: 'get',
  path: '/user/assistants',
  capability: 'directory',
  summary: 'List all assistants',
  query: FilingQuery.pick({ include: true }),
  reply: z.array(FiledAssistant),
})

export const listOutboundAssistants = endpoint({
  method: 'get',
  path: '/user/assistants/outbound',
  capability: 'directory',
  summary: 'List all outbound assistants',
  reply: z.array(Assistant),
})

export const getAssistant = endpoint({
  method: 'get',
  path: '/user/assistant/:id',
  aliases: PLURAL,
  capability: 'assistants',
  summary: 'Get an assistant',
  params: OneAssistant,
  refusals: NOT_FOUND,
  reply: Assistant.extend(Filing.shape),
})

export const updateAssistant = endpoint({
  method: 'put',
  path: '/user/assistant/:id',
  aliases: PLURAL,
  capability: 'assistants',
  summary: 'Update an assistant; omitted fields are unchanged',
  description:
    '`null` resets an optional field to its default. A new `mode` resets the fields that only the previous mode used, and requires its own.',
  params: OneAssistant,
  normalize: flatTools,
  body: AssistantChange.extend(FilingFields.shape),
  invalid: 'validation_failed',
  refusals: NOT_FOUND,
  reply: z.object({ message: z.string(), data: AssistantSummary.extend(Filing.shape) }),
})

export const deleteAssistant = endpoint({
  method: 'delete',
  path: '/user/assistant/:id',
  aliases: PLURAL,
  capability: 'assistants',
  summary: 'Delete an assistant; its number is released, its conversations and calls are kept',
  params: OneAssistant,
  refusals: ['assistant_not_yours'],
  reply: z.object({ message: z.string() }),
})

export const activateAssistant = endpoint({
  method: 'post',
  path: '/user/assistant/:id/activate',
  capability: 'assistants',
  summary: 'Activate an assistant',
  params: OneAssistant,
  refusals: NOT_FOUND,
  reply: Changed,
})

export const deactivateAssistant = endpoint({
  method: 'post',
  path: '/user/assistant/:id/deactivate',
  capability: 'assistants',
  summary: 'Deactivate an assistant',
  params: OneAssistant,
  refusals: NOT_FOUND,
  reply: Changed,
})
