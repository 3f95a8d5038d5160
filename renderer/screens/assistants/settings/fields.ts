import type { AssistantFieldName } from '#contracts/assistant-fields.ts'
import { t, tIfKnown } from '../../../locales/translate.ts'

/** Unit of a number. */
type NumberUnit = 'seconds' | 'minutes' | 'days' | 'words' | 'dollars' | 'none'

/** Control of a setting. */
export type Control =
  | { readonly kind: 'line' | 'address' | 'switch' | 'timezone' | 'voice' | 'phone' }
  | { readonly kind: 'tools' | 'extraction' | 'fillers' | 'variables' | 'object' }
  | { readonly kind: 'prose'; readonly rows: number; readonly max?: number }
  | { readonly kind: 'prompt'; readonly rows: number; readonly max?: number }
  | { readonly kind: 'number'; readonly unit: NumberUnit }
  | { readonly kind: 'slider'; readonly step: number }
  | { readonly kind: 'choice'; readonly of: ChoiceName }
  | { readonly kind: 'one' | 'several'; readonly of: LookupName }

/** Settings with a fixed set of values. */
export type ChoiceName = 'type' | 'mode' | 'knowledgebase_mode' | 'ambient_sound' | 'endpoint_type'

/** Lists of records that settings refer to. */
export type LookupName =
  | 'languages'
  | 'models'
  | 'multimodalModels'
  | 'synthesizers'
  | 'transcribers'
  | 'knowledgeBases'
  | 'tools'
  | 'mcpTools'

const slider = { kind: 'slider', step: 0.05 } as const
const flag = { kind: 'switch' } as const
const dollars = { kind: 'number', unit: 'dollars' } as const
const seconds = { kind: 'number', unit: 'seconds' } as const

/** The sections of the form with their settings. Every writable setting must be listed. */
export const SECTIONS = {
  basics: {
    name: { kind: 'line' },
    type: { kind: 'choice', of: 'type' },
    language_id: { kind: 'one', of: 'languages' },
    secondary_language_ids: { kind: 'several', of: 'languages' },
    timezone: { kind: 'timezone' },
  },
  words: {
    initial_message: { kind: 'prompt', rows: 2, max: 200 },
    system_prompt: { kind: 'prompt', rows: 12 },
    variables: { kind: 'variables' },
  },
  thinking: {
    mode: { kind: 'choice', of: 'mode' },
    llm_model_id: { kind: 'one', of: 'models' },
    multimodal_model_id: { kind: 'one', of: 'multimodalModels' },
    chat_llm_fallback_id: { kind: 'one', of: 'models' },
    llm_temperature: slider,
    turn_detection_threshold: { kind: 'number', unit: 'none' },
  },
  knowledge: {
    knowledgebase_id: { kind: 'one', of: 'knowledgeBases' },
    knowledgebase_mode: { kind: 'choice', of: 'knowledgebase_mode' },
    tool_ids: { kind: 'several', of: 'tools' },
    mcp_tool_ids: { kind: 'several', of: 'mcpTools' },
    tools: { kind: 'tools' },
  },
  voice: {
    voice_id: { kind: 'voice' },
    speech_speed: slider,
    voice_stability: slider,
    voice_similarity: slider,
    tts_emotion_enabled: flag,
    ambient_sound: { kind: 'choice', of: 'ambient_sound' },
    ambient_sound_volume: slider,
    fillers: flag,
    filler_config: { kind: 'fillers' },
    synthesizer_provider_id: { kind: 'one', of: 'synthesizers' },
    transcriber_provider_id: { kind: 'one', of: 'transcribers' },
  },
  listening: {
    wait_for_customer: flag,
    allow_interruptions: flag,
    interrupt_sensitivity: slider,
    min_interrupt_words: { kind: 'number', unit: 'words' },
    endpoint_type: { kind: 'choice', of: 'endpoint_type' },
    endpoint_sensitivity: slider,
    enable_noise_cancellation: flag,
    reengagement_interval: seconds,
    reengagement_prompt: { kind: 'prose', rows: 2, max: 1000 },
  },
  calls: {
    phone_number_id: { kind: 'phone' },
    record: flag,
    recording_notice: flag,
    ringing_time: seconds,
    max_duration: seconds,
    max_silence_duration: seconds,
    max_initial_silence_duration: seconds,
    end_call_on_voicemail: flag,
    voice_mail_message: { kind: 'prose', rows: 2, max: 1000 },
  },
  chats: {
    conversation_inactivity_timeout: { kind: 'number', unit: 'minutes' },
    conversation_ended_retrigger: flag,
    retention_days: { kind: 'number', unit: 'days' },
    answer_delay: seconds,
    widget_settings: { kind: 'object' },
  },
  budget: {
    budget_per_day: dollars,
    budget_per_visitor_day: dollars,
    budget_per_conversation: dollars,
    over_budget_message: { kind: 'prose', rows: 2, max: 1000 },
  },
  results: {
    post_call_schema: { kind: 'extraction' },
    post_call_evaluation: flag,
    conversation_ended_webhook_url: { kind: 'address' },
    is_webhook_active: flag,
    webhook_url: { kind: 'address' },
    send_webhook_only_on_completed: flag,
    include_recording_in_webhook: flag,
  },
} as const satisfies Record<string, Partial<Record<AssistantFieldName, Control>>>

export type SectionName = keyof typeof SECTIONS

/** A setting of the form. */
export interface SettingField {
  readonly name: AssistantFieldName
  readonly section: SectionName
  readonly control: Control
  readonly label: string
  readonly hint: string
}

/** All settings in form order. */
export const SETTING_FIELDS: readonly SettingField[] = Object.entries(SECTIONS).flatMap(
  ([section, fields]) =>
    // The keys of the table above are these names.
    (Object.entries(fields) as [AssistantFieldName, Control][]).map(([name, control]) => ({
      name,
      section: section as SectionName,
      control,
      label: t(`assistantFields.${name}.label`),
      hint: t(`assistantFields.${name}.hint`),
    })),
)

/** Label of a setting, for use in a sentence; a nested path has the label of its setting. */
export function labelOf(place: string): string {
  const name = place.split('.')[0]!
  return tIfKnown('assistantFields', `${name}.label`) ?? name
}

/** Unit of a number as text; empty if it has none. */
export const unitWords = (unit: NumberUnit): string =>
  unit === 'none' ? '' : t(`assistantForm.units.${unit}`)

/** Settings that match a search by label, hint or API name, best match first. */
export function searchSettings(text: string): readonly SettingField[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const rank = ({ name, label, hint }: SettingField) => {
    const [inLabel, inName, inAll] = [label, name, `${label} ${name} ${hint}`].map((place) => {
      const lower = place.toLocaleLowerCase()
      return words.every((word) => lower.includes(word))
    })
    return inLabel ? 0 : inName ? 1 : inAll ? 2 : 3
  }
  return SETTING_FIELDS.map((field) => ({ field, rank: rank(field) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ field }) => field)
}
