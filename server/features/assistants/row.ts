import type { Embedding } from '#contracts/assistant-embedding.ts'
import type { Assistant } from '#contracts/assistants.ts'

/** An assistant as stored: booleans are 0 and 1, objects are JSON, times are ms since 1970. */
export interface AssistantRow {
  id: number
  uuid: string
  user_id: number
  name: string
  status: Assistant['status']
  /** 1 once it was deactivated or deleted, until it is activated; an inactive one is new otherwise. */
  switched_off: number
  /** Initial dial position of its chats on a website. */
  chat_mode: Embedding['chat_mode']
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
  folder_id: number | null
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
  recording_notice: number
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
  /** Days; null keeps forever. */
  retention_days: number | null
  /** Seconds. */
  answer_delay: number
  conversation_ended_webhook_url: string | null
  budget_per_day: number | null
  budget_per_visitor_day: number | null
  budget_per_conversation: number | null
  over_budget_message: string | null
  widget_settings: string
  allowed_origins: string
  /** 1 if the desk sees unsent text while a visitor types. */
  draft_preview: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** Columns set by the operator's fields. */
export type AssistantFields = Omit<
  AssistantRow,
  | 'id'
  | 'uuid'
  | 'user_id'
  | 'status'
  | 'switched_off'
  | 'chat_mode'
  | 'folder_id'
  | 'inbound_webhook_url'
  | 'allowed_origins'
  | 'draft_preview'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
>
