import type { Assistant, NewAssistant } from '#contracts/assistants.ts'

/** An assistant as the database has it: booleans are 0 and 1, objects are JSON, times are milliseconds. */
export interface AssistantRow {
  id: number
  uuid: string
  user_id: number
  name: string
  status: Assistant['status']
  type: Assistant['type']
  mode: Assistant['mode']
  timezone: string
  initial_message: string
  system_prompt: string
  language_id: number
  voice_id: number
  llm_model_id: number | null
  multimodal_model_id: number | null
  chat_llm_fallback_id: number | null
  turn_detection_threshold: number | null
  knowledgebase_id: number | null
  knowledgebase_mode: Assistant['knowledgebase_mode']
  phone_number_id: number | null
  tools: string
  tts_emotion_enabled: number
  voice_stability: number
  voice_similarity: number
  speech_speed: number
  llm_temperature: number
  synthesizer_provider_id: number | null
  transcriber_provider_id: number | null
  allow_interruptions: number
  fillers: 0 | 1
  filler_config: string
  record: number
  enable_noise_cancellation: number
  wait_for_customer: number
  max_duration: number
  max_silence_duration: number
  max_initial_silence_duration: number | null
  ringing_time: number
  reengagement_interval: number
  reengagement_prompt: string | null
  end_call_on_voicemail: 0 | 1
  voice_mail_message: string | null
  endpoint_type: Assistant['endpoint_type']
  endpoint_sensitivity: number
  interrupt_sensitivity: number
  min_interrupt_words: number
  ambient_sound: Assistant['ambient_sound']
  ambient_sound_volume: number
  is_webhook_active: number
  webhook_url: string | null
  inbound_webhook_url: string | null
  send_webhook_only_on_completed: number
  include_recording_in_webhook: number
  post_call_evaluation: number
  post_call_schema: string
  variables: string
  conversation_inactivity_timeout: number
  conversation_ended_retrigger: number
  conversation_ended_webhook_url: string | null
  widget_settings: string
  allowed_origins: string
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** Columns that the operator's fields fill. */
export type AssistantFields = Omit<
  AssistantRow,
  | 'id'
  | 'uuid'
  | 'user_id'
  | 'status'
  | 'inbound_webhook_url'
  | 'allowed_origins'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
>

/** What the language of an assistant decides where the operator has not. */
export interface LanguageDefaults {
  readonly synthesizerId: number | null
  readonly transcriberId: number | null
  readonly fillers: Assistant['filler_config']
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** Fills in every default of api.md (endpoint 4) and decisions.md ("Assistant defaults"). */
export function assistantFields(sent: NewAssistant, language: LanguageDefaults): AssistantFields {
  const pipeline = sent.mode === 'pipeline'
  const multimodal = sent.mode === 'multimodal'
  return {
    name: sent.name,
    type: sent.type,
    mode: sent.mode,
    timezone: sent.timezone,
    initial_message: sent.initial_message,
    system_prompt: sent.system_prompt,
    language_id: sent.language_id,
    voice_id: sent.voice_id,
    llm_model_id: sent.llm_model_id ?? null,
    multimodal_model_id: sent.multimodal_model_id ?? null,
    chat_llm_fallback_id: sent.chat_llm_fallback_id ?? null,
    turn_detection_threshold: sent.turn_detection_threshold ?? null,
    knowledgebase_id: sent.knowledgebase_id ?? null,
    knowledgebase_mode: sent.knowledgebase_mode ?? (pipeline ? 'prompt' : 'function_call'),
    phone_number_id: sent.phone_number_id ?? null,
    tools: JSON.stringify(sent.tools ?? []),
    synthesizer_provider_id:
      sent.synthesizer_provider_id ?? (multimodal ? null : language.synthesizerId),
    transcriber_provider_id:
      sent.transcriber_provider_id ?? (pipeline ? language.transcriberId : null),
    ...voiceFields(sent, language),
    ...callFields(sent),
    ...afterCallFields(sent),
  }
}

function voiceFields(sent: NewAssistant, language: LanguageDefaults) {
  return {
    tts_emotion_enabled: bit(sent.tts_emotion_enabled ?? true),
    voice_stability: sent.voice_stability ?? 0.7,
    voice_similarity: sent.voice_similarity ?? 0.5,
    speech_speed: sent.speech_speed ?? 1,
    llm_temperature: sent.llm_temperature ?? 0.1,
    allow_interruptions: bit(sent.allow_interruptions ?? true),
    fillers: bit(sent.fillers ?? false),
    filler_config: JSON.stringify(sent.filler_config ?? language.fillers),
    endpoint_type: sent.endpoint_type ?? 'vad',
    endpoint_sensitivity: sent.endpoint_sensitivity ?? 0.5,
    interrupt_sensitivity: sent.interrupt_sensitivity ?? 0.5,
    min_interrupt_words: sent.min_interrupt_words ?? 0,
    ambient_sound: sent.ambient_sound ?? 'off',
    ambient_sound_volume: sent.ambient_sound_volume ?? 0.5,
  } as const
}

function callFields(sent: NewAssistant) {
  return {
    record: bit(sent.record ?? false),
    enable_noise_cancellation: bit(sent.enable_noise_cancellation ?? true),
    wait_for_customer: bit(sent.wait_for_customer ?? false),
    max_duration: sent.max_duration ?? 600,
    max_silence_duration: sent.max_silence_duration ?? 40,
    max_initial_silence_duration: sent.max_initial_silence_duration ?? null,
    ringing_time: sent.ringing_time ?? 30,
    reengagement_interval: sent.reengagement_interval ?? 30,
    reengagement_prompt: sent.reengagement_prompt ?? null,
    end_call_on_voicemail: bit(sent.end_call_on_voicemail ?? true),
    voice_mail_message: sent.voice_mail_message ?? null,
  }
}

function afterCallFields(sent: NewAssistant) {
  return {
    is_webhook_active: bit(sent.is_webhook_active ?? false),
    webhook_url: sent.webhook_url ?? null,
    send_webhook_only_on_completed: bit(sent.send_webhook_only_on_completed ?? true),
    include_recording_in_webhook: bit(sent.include_recording_in_webhook ?? true),
    post_call_evaluation: bit(sent.post_call_evaluation ?? true),
    post_call_schema: JSON.stringify(sent.post_call_schema ?? []),
    variables: JSON.stringify(sent.variables ?? {}),
    conversation_inactivity_timeout: sent.conversation_inactivity_timeout ?? 30,
    conversation_ended_retrigger: bit(sent.conversation_ended_retrigger ?? false),
    conversation_ended_webhook_url: sent.conversation_ended_webhook_url ?? null,
    widget_settings: JSON.stringify(sent.widget_settings ?? {}),
  }
}
