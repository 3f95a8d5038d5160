import type { NewAssistant } from './assistant-fields.ts'
import type { Mode } from './enums.ts'

/** Fields that only have an effect in some modes (docs/spec/api.md, endpoint 4). */
export const USED_BY: Readonly<Partial<Record<keyof NewAssistant, readonly Mode[]>>> = {
  llm_model_id: ['pipeline'],
  transcriber_provider_id: ['pipeline'],
  fillers: ['pipeline'],
  allow_interruptions: ['pipeline'],
  knowledgebase_mode: ['pipeline'],
  synthesizer_provider_id: ['pipeline', 'dualplex'],
  multimodal_model_id: ['multimodal', 'dualplex'],
  chat_llm_fallback_id: ['multimodal', 'dualplex'],
  turn_detection_threshold: ['multimodal', 'dualplex'],
}

/** Reports whether a field has an effect in a mode. */
export const isUsedBy = (name: keyof NewAssistant, mode: Mode): boolean =>
  USED_BY[name]?.includes(mode) ?? true

/** Reports whether a field keeps its value when the mode changes; fields that either mode ignores are reset. */
export const isKeptBetween = (name: keyof NewAssistant, before: Mode, after: Mode): boolean =>
  before === after || (isUsedBy(name, before) && isUsedBy(name, after))
