import type { NewAssistant } from '#contracts/assistants.ts'
import type { FieldErrors } from '#contracts/errors.ts'
import { attributeOf, selectedInvalid } from '../../http/validation.ts'
import { type Belongings, isVoiceFor } from './belongings-queries.ts'

type Fields = Partial<NewAssistant>

/** One broken rule: the field and its sentence. */
type Fault = readonly [field: string, message: string]

/**
 * Checks what one field says about another, and that what is referred to exists for the account. Fields that are
 * missing or malformed are left out of `fields` and reported by their schema.
 */
export function assistantFaults(
  fields: Fields,
  userId: number,
  belongings: Belongings,
): FieldErrors {
  const faults = [
    ...modeFaults(fields),
    ...webhookFaults(fields),
    ...voiceFaults(fields, userId, belongings),
    ...numberFaults(fields, userId, belongings),
    ...referenceFaults(fields, userId, belongings),
  ]
  const errors: FieldErrors = {}
  for (const [field, message] of faults) (errors[field] ??= []).push(message)
  return errors
}

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

function voiceFaults({ voice_id, mode }: Fields, userId: number, belongings: Belongings): Fault[] {
  if (voice_id === undefined) return []
  const voice = belongings.voice(userId, voice_id)
  if (!voice) return [['voice_id', selectedInvalid('voice_id')]]
  if (mode !== undefined && !isVoiceFor(mode, voice)) {
    return [['voice_id', 'The selected voice is not compatible with the chosen engine type.']]
  }
  return []
}

function numberFaults(
  { phone_number_id, type }: Fields,
  userId: number,
  belongings: Belongings,
): Fault[] {
  if (phone_number_id === undefined) return []
  const number = belongings.phoneNumber(userId, phone_number_id)
  if (!number) return [['phone_number_id', selectedInvalid('phone_number_id')]]
  if (type === 'inbound' && number.type === 'caller_id') {
    return [['phone_number_id', 'A Caller ID number cannot be assigned to an inbound assistant.']]
  }
  return []
}

function referenceFaults(fields: Fields, userId: number, belongings: Belongings): Fault[] {
  const references: [field: string, id: number | undefined, exists: (id: number) => boolean][] = [
    ['language_id', fields.language_id, belongings.isLanguage],
    ['llm_model_id', fields.llm_model_id, belongings.isLlmModel],
    ['multimodal_model_id', fields.multimodal_model_id, belongings.isMultimodalModel],
    ['chat_llm_fallback_id', fields.chat_llm_fallback_id, belongings.isLlmModel],
    ['synthesizer_provider_id', fields.synthesizer_provider_id, belongings.isSynthesizer],
    ['transcriber_provider_id', fields.transcriber_provider_id, belongings.isTranscriber],
    ['knowledgebase_id', fields.knowledgebase_id, (id) => belongings.ownsKnowledgeBase(userId, id)],
  ]
  for (const [index, id] of (fields.secondary_language_ids ?? []).entries()) {
    references.push([`secondary_language_ids.${index}`, id, belongings.isLanguage])
  }
  for (const [index, id] of (fields.tool_ids ?? []).entries()) {
    references.push([`tool_ids.${index}`, id, (toolId) => belongings.ownsTool(userId, toolId)])
  }
  for (const [index, tool] of (fields.tools ?? []).entries()) {
    if (tool.type !== 'warm_call_transfer') continue
    const owns = (id: number) => belongings.phoneNumber(userId, id) !== undefined
    references.push([`tools.${index}.outbound_phone_id`, tool.outbound_phone_id, owns])
  }
  return references
    .filter(([, id, exists]) => id !== undefined && !exists(id))
    .map(([field]) => [field, selectedInvalid(field)])
}
