import type { AssistantChange as Fields } from './assistant-fields.ts'
import { attributeOf } from './field-errors.ts'

/** One broken rule: the field and its sentence. */
export type Fault = readonly [field: string, message: string]

/** Contradictions between the fields of an assistant, as far as the fields alone tell. */
export const faultsBetween = (fields: Fields): Fault[] => [
  ...modeFaults(fields),
  ...webhookFaults(fields),
]

const requiredWhen = (field: string, other: string, value: string): Fault => [
  field,
  `The ${attributeOf(field)} field is required when ${attributeOf(other)} is ${value}.`,
]

function modeFaults({ mode, ...fields }: Fields): Fault[] {
  if (mode === undefined) return []
  if (mode === 'pipeline') {
    return fields.llm_model_id === undefined ? [requiredWhen('llm_model_id', 'mode', mode)] : []
  }
  const faults: Fault[] = []
  if (fields.multimodal_model_id === undefined)
    faults.push(requiredWhen('multimodal_model_id', 'mode', mode))
  if (fields.knowledgebase_mode !== undefined && fields.knowledgebase_mode !== 'function_call') {
    faults.push([
      'knowledgebase_mode',
      'Only function_call mode is available for multimodal assistants.',
    ])
  }
  if (fields.allow_interruptions === false) {
    faults.push([
      'allow_interruptions',
      'Interruptions cannot be disabled in multimodal or dualplex mode.',
    ])
  }
  return faults
}

function webhookFaults({ is_webhook_active, webhook_url }: Fields): Fault[] {
  return is_webhook_active === true && webhook_url === undefined
    ? [requiredWhen('webhook_url', 'is_webhook_active', 'true')]
    : []
}
