import type { NewAssistant } from '#contracts/assistant-fields.ts'
import type { Mode } from '#contracts/lookups.ts'
import type { LanguageDefaults } from '../lookups/language-defaults.ts'
import type { AssistantFields, AssistantRow } from './row.ts'

const REQUIRED = [
  'name',
  'voice_id',
  'language_id',
  'type',
  'mode',
  'timezone',
  'initial_message',
  'system_prompt',
] as const satisfies readonly (keyof NewAssistant)[]

type Optional = Exclude<
  keyof NewAssistant,
  (typeof REQUIRED)[number] | 'secondary_language_ids' | 'tool_ids'
>

/** A value for every optional field; null where there is none. */
type Filled = { readonly [name in Optional]: Exclude<NewAssistant[name], undefined> | null }

/** What is not sent (api.md, endpoint 4; decisions.md, "Assistant defaults"). */
function defaultsOf(mode: Mode, language: LanguageDefaults): Filled {
  return {
    llm_model_id: null,
    multimodal_model_id: null,
    chat_llm_fallback_id: null,
    turn_detection_threshold: null,
    knowledgebase_id: null,
    knowledgebase_mode: mode === 'pipeline' ? 'prompt' : 'function_call',
    phone_number_id: null,
    tools: [],
    tts_emotion_enabled: true,
    voice_stability: 0.7,
    voice_similarity: 0.5,
    speech_speed: 1,
    llm_temperature: 0.1,
    synthesizer_provider_id: mode === 'multimodal' ? null : language.synthesizerId,
    transcriber_provider_id: mode === 'pipeline' ? language.transcriberId : null,
    allow_interruptions: true,
    fillers: false,
    filler_config: language.fillers,
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
    conversation_ended_webhook_url: null,
    widget_settings: {},
  }
}

type Column = string | number | null

/** The columns of an assistant: what was sent, and the defaults for what was not. */
export function toColumns(sent: NewAssistant, language: LanguageDefaults): AssistantFields {
  const defaults = defaultsOf(sent.mode, { ...language, fillers: fillersOf(sent, language) })
  const chosen = { ...sent, filler_config: undefined }
  const optional = Object.entries(defaults).map(([name, value]) => [
    name,
    toColumn(chosen[name as Optional] ?? value),
  ])
  const required = REQUIRED.map((name) => [name, sent[name]])
  // Every field has the column of its name.
  return Object.fromEntries([...required, ...optional])
}

/**
 * The fields that an assistant would be sent with to be as it is. What is as by default is left out, so that it
 * follows when the mode or the language changes.
 */
export function fromColumns(row: AssistantRow, language: LanguageDefaults): NewAssistant {
  const chosen = Object.entries(defaultsOf(row.mode, language)).flatMap(([name, value]) => {
    const column = row[name as Optional]
    return column === toColumn(value) ? [] : [[name, fromColumn(column, value)]]
  })
  const required = REQUIRED.map((name) => [name, row[name]])
  return Object.fromEntries([...required, ...chosen])
}

function fillersOf({ filler_config: sent }: NewAssistant, { fillers }: LanguageDefaults) {
  return {
    positive: sent?.positive ?? fillers.positive,
    negative: sent?.negative ?? fillers.negative,
    question: sent?.question ?? fillers.question,
    neutral: sent?.neutral ?? fillers.neutral,
  }
}

function toColumn(value: Filled[Optional]): Column {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** The default of a field says what kind it is. */
function fromColumn(column: Column, byDefault: Filled[Optional]): unknown {
  if (typeof byDefault === 'boolean') return column === 1
  if (typeof byDefault === 'object' && byDefault !== null) return JSON.parse(String(column))
  return column ?? undefined
}
