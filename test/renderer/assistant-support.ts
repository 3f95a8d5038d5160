import type { AssistantForm, AssistantSettings } from '#contracts/assistant-settings.ts'

const NONE = { positive: [], negative: [], question: [], neutral: [] }

/** Optional settings at their defaults, in the given mode and language. */
export function settingDefaults(url: URL) {
  const mode = url.searchParams.get('mode') ?? 'pipeline'
  const language = url.searchParams.get('language_id')
  return {
    ...DEFAULTS,
    knowledgebase_mode: mode === 'pipeline' ? 'prompt' : 'function_call',
    transcriber_provider_id: mode !== 'pipeline' ? null : language === '2' ? 22 : 21,
  }
}

const DEFAULTS = {
  llm_model_id: null,
  multimodal_model_id: null,
  chat_llm_fallback_id: null,
  turn_detection_threshold: null,
  secondary_language_ids: [],
  knowledgebase_id: null,
  knowledgebase_mode: 'prompt',
  phone_number_id: null,
  tool_ids: [],
  tools: [],
  tts_emotion_enabled: true,
  voice_stability: 0.7,
  voice_similarity: 0.5,
  speech_speed: 1,
  llm_temperature: 0.1,
  synthesizer_provider_id: 1,
  transcriber_provider_id: 21,
  allow_interruptions: true,
  fillers: false,
  filler_config: NONE,
  recording_notice: true,
  record: false,
  enable_noise_cancellation: true,
  wait_for_customer: false,
  max_duration: 600,
  max_silence_duration: 40,
  max_initial_silence_duration: null,
  ringing_time: 30,
  reengagement_interval: 30,
  reengagement_prompt: null,
  end_call_on_voicemail: true,
  voice_mail_message: null,
  endpoint_type: 'vad',
  endpoint_sensitivity: 0.5,
  interrupt_sensitivity: 0.5,
  min_interrupt_words: 0,
  ambient_sound: 'off',
  ambient_sound_volume: 0.5,
  is_webhook_active: false,
  webhook_url: null,
  send_webhook_only_on_completed: true,
  include_recording_in_webhook: true,
  post_call_evaluation: true,
  post_call_schema: [],
  variables: {},
  conversation_inactivity_timeout: 30,
  conversation_ended_retrigger: false,
  retention_days: null,
  answer_delay: 0,
  conversation_ended_webhook_url: null,
  budget_per_day: null,
  budget_per_visitor_day: null,
  budget_per_conversation: null,
  over_budget_message: null,
  widget_settings: {},
} as const

/** The settings of a saved assistant whose synthesizer was chosen explicitly. */
export function formFields(changes: Partial<AssistantSettings> = {}): AssistantSettings {
  return {
    ...DEFAULTS,
    secondary_language_ids: [],
    tool_ids: [],
    mcp_tool_ids: [],
    tools: [],
    post_call_schema: [],
    name: 'Bakery',
    voice_id: 7,
    language_id: 1,
    type: 'inbound',
    mode: 'pipeline',
    timezone: 'UTC',
    initial_message: 'Hello!',
    system_prompt: 'You answer for a bakery.',
    llm_model_id: 1,
    synthesizer_provider_id: 9,
    ...changes,
  }
}

/** A saved assistant at one of its versions. */
export function formOf(number: number, changes: Partial<AssistantSettings> = {}): AssistantForm {
  const fields = formFields(changes)
  return {
    id: 5,
    uuid: '0199c0de-0000-7000-8000-00000000b0b0',
    name: fields.name,
    status: 'inactive',
    type: fields.type,
    mode: fields.mode,
    fields,
    version: {
      number,
      author: { kind: 'operator', name: 'Ann' },
      note: null,
      restored_from: null,
      changed: [],
      created_at: '2026-03-14T09:26:53.000000Z',
    },
    updated_at: '2026-03-14T09:26:53.000000Z',
  }
}
