import type { NewAssistant } from '#contracts/assistant-fields.ts'
import type { Mode } from '#contracts/lookups.ts'

/** Fields that only some modes leave to the operator (api.md, endpoint 4). */
const USED_BY: Readonly<Partial<Record<keyof NewAssistant, readonly Mode[]>>> = {
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

/** What is left of an assistant's fields in another mode: fields that one of the two modes does not use are gone. */
export function inOtherMode(fields: NewAssistant, mode: Mode): Partial<NewAssistant> {
  const left = Object.entries(fields).filter(([name]) => {
    const modes = USED_BY[name as keyof NewAssistant]
    return !modes || (modes.includes(fields.mode) && modes.includes(mode))
  })
  return Object.fromEntries(left)
}
