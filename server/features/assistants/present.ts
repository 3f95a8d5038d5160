import type { Assistant, AssistantSummary } from '#contracts/assistants.ts'
import { ifSet, toInstant } from '../../db/time.ts'
import type { AssistantRow } from './row.ts'

const twoDecimals = (value: number): string => value.toFixed(2)

/** An assistant in API format, with keys in the order of docs/spec/api.md. */
export function presentAssistant(row: AssistantRow & { language: string }): Assistant {
  return {
    id: row.id,
    uuid: row.uuid,
    user_id: row.user_id,
    phone_number_id: row.phone_number_id,
    // Kept in the API family for engines that no longer exist.
    engine_id: null,
    synthesizer_id: null,
    transcriber_id: null,
    voice_id: row.voice_id,
    instance_id: 1,
    name: row.name,
    variables: JSON.parse(row.variables),
    post_call_evaluation: row.post_call_evaluation === 1,
    fillers: row.fillers,
    post_call_schema: JSON.parse(row.post_call_schema),
    tools: JSON.parse(row.tools),
    is_webhook_active: row.is_webhook_active === 1,
    webhook_url: row.webhook_url,
    inbound_webhook_url: row.inbound_webhook_url,
    language: row.language,
    type: row.type,
    status: row.status,
    max_duration: row.max_duration,
    record: row.record === 1,
    initial_message: row.initial_message,
    system_prompt: row.system_prompt,
    flows_platform_id: null,
    timezone: row.timezone,
    created_at: toInstant(row.created_at),
    updated_at: toInstant(row.updated_at),
    deleted_at: ifSet(row.deleted_at, toInstant),
    max_silence_duration: row.max_silence_duration,
    reengagement_interval: row.reengagement_interval,
    end_call_on_voicemail: row.end_call_on_voicemail,
    llm_temperature: twoDecimals(row.llm_temperature),
    voice_stability: twoDecimals(row.voice_stability),
    voice_similarity: twoDecimals(row.voice_similarity),
    speech_speed: twoDecimals(row.speech_speed),
    ambient_sound_volume: twoDecimals(row.ambient_sound_volume),
    allow_interruptions: row.allow_interruptions === 1,
    enable_noise_cancellation: row.enable_noise_cancellation === 1,
    wait_for_customer: row.wait_for_customer === 1,
    send_webhook_only_on_completed: row.send_webhook_only_on_completed === 1,
    include_recording_in_webhook: row.include_recording_in_webhook === 1,
    endpoint_sensitivity: row.endpoint_sensitivity,
    interrupt_sensitivity: row.interrupt_sensitivity,
    endpoint_type: row.endpoint_type,
    mode: row.mode,
    language_id: row.language_id,
    transcriber_provider_id: row.transcriber_provider_id,
    synthesizer_provider_id: row.synthesizer_provider_id,
    llm_model_id: row.llm_model_id,
    multimodal_model_id: row.multimodal_model_id,
    ambient_sound: row.ambient_sound,
    filler_config: JSON.parse(row.filler_config),
    knowledgebase_id: row.knowledgebase_id,
    knowledgebase_mode: row.knowledgebase_mode,
    min_interrupt_words: row.min_interrupt_words,
    widget_settings: JSON.parse(row.widget_settings),
  }
}

/** An assistant as returned by create, activate and deactivate. */
export function summarize({ id, name, status, type, mode }: AssistantRow): AssistantSummary {
  return { id, name, status, type, mode }
}
