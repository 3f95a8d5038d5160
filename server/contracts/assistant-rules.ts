import type { AssistantChange as Fields } from './assistant-fields.ts'
import { type Fault, fault } from './faults.ts'

/** A violated rule. */
export type BrokenRule = readonly [field: string, fault: Fault]

/** Contradictions between an assistant's fields that can be detected without a database. */
export const faultsBetween = (fields: Fields): BrokenRule[] => [
  ...modeFaults(fields),
  ...webhookFaults(fields),
]

const requiredWhen = (field: string, other: string, value: string): BrokenRule => [
  field,
  fault('required_when', { other, value }),
]

function modeFaults({ mode, ...fields }: Fields): BrokenRule[] {
  if (mode === undefined) return []
  if (mode === 'pipeline') {
    return fields.llm_model_id === undefined ? [requiredWhen('llm_model_id', 'mode', mode)] : []
  }
  const faults: BrokenRule[] = []
  if (fields.multimodal_model_id === undefined)
    faults.push(requiredWhen('multimodal_model_id', 'mode', mode))
  if (fields.knowledgebase_mode !== undefined && fields.knowledgebase_mode !== 'function_call') {
    faults.push(['knowledgebase_mode', fault('knowledge_mode_unavailable')])
  }
  if (fields.allow_interruptions === false) {
    faults.push(['allow_interruptions', fault('interruptions_required')])
  }
  return faults
}

function webhookFaults({ is_webhook_active, webhook_url }: Fields): BrokenRule[] {
  return is_webhook_active === true && webhook_url === undefined
    ? [requiredWhen('webhook_url', 'is_webhook_active', 'true')]
    : []
}
