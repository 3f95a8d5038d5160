import type { AssistantChange as Fields } from '#contracts/assistant-fields.ts'
import { type BrokenRule, faultsBetween } from '#contracts/assistant-rules.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import { type Belongings, isVoiceFor } from './belongings-queries.ts'

interface Question {
  /** All fields of the resulting assistant. The schema reports missing and malformed ones. */
  readonly fields: Fields
  /** The fields sent by the caller: only their references must exist. */
  readonly sent: Fields
  readonly userId: number
  /** The assistant being changed; undefined for a new one. */
  readonly assistantId?: number
  readonly belongings: Belongings
}

/** Checks rules between fields, and that references exist for the account; for new and changed assistants alike. */
export function assistantFaults(question: Question): FieldFaults {
  const { fields } = question
  const faults = [
    ...faultsBetween(fields),
    ...voiceFaults(question),
    ...numberFaults(question),
    ...referenceFaults(question),
  ]
  const errors: FieldFaults = {}
  for (const [field, found] of faults) (errors[field] ??= []).push(found)
  return errors
}

function voiceFaults({ fields, sent, userId, belongings }: Question): BrokenRule[] {
  const { voice_id, mode } = fields
  if (voice_id === undefined) return []
  const voice = belongings.voice(userId, voice_id)
  // Assistants keep a voice that is no longer available.
  const isGone = sent.voice_id !== undefined && !belongings.isVoice(userId, voice_id)
  if (!voice || isGone) return [['voice_id', fault('not_selectable')]]
  if (mode !== undefined && !isVoiceFor(mode, voice)) {
    return [['voice_id', fault('voice_incompatible')]]
  }
  return []
}

function numberFaults({ fields, userId, assistantId, belongings }: Question): BrokenRule[] {
  const { phone_number_id: id, type } = fields
  if (id === undefined) return []
  const number = belongings.phoneNumber(userId, id)
  if (!number) return [['phone_number_id', fault('not_selectable')]]
  if (type !== 'inbound') return []
  if (number.type === 'caller_id') {
    return [['phone_number_id', fault('caller_id_cannot_answer')]]
  }
  // Reported here along with other faults; races are decided by the database.
  const answering = belongings.answering(id)
  return answering === undefined || answering === assistantId
    ? []
    : [['phone_number_id', fault('number_taken')]]
}

function referenceFaults({ sent, userId, assistantId, belongings }: Question): BrokenRule[] {
  const own = (exists: (userId: number, id: number) => boolean) => (id: number) =>
    exists(userId, id)
  const references: [field: string, id: number | undefined, exists: (id: number) => boolean][] = [
    ['language_id', sent.language_id, belongings.isLanguage],
    ['llm_model_id', sent.llm_model_id, belongings.isLlmModel],
    ['multimodal_model_id', sent.multimodal_model_id, own(belongings.isMultimodalModel)],
    ['chat_llm_fallback_id', sent.chat_llm_fallback_id, belongings.isLlmModel],
    ['synthesizer_provider_id', sent.synthesizer_provider_id, own(belongings.isSynthesizer)],
    ['transcriber_provider_id', sent.transcriber_provider_id, own(belongings.isTranscriber)],
    ['knowledgebase_id', sent.knowledgebase_id, own(belongings.ownsKnowledgeBase)],
  ]
  for (const [index, id] of (sent.secondary_language_ids ?? []).entries()) {
    references.push([`secondary_language_ids.${index}`, id, belongings.isLanguage])
  }
  for (const [index, id] of (sent.tool_ids ?? []).entries()) {
    references.push([`tool_ids.${index}`, id, own(belongings.ownsTool)])
  }
  for (const [index, id] of (sent.mcp_tool_ids ?? []).entries()) {
    references.push([`mcp_tool_ids.${index}`, id, own(belongings.ownsMcpTool)])
  }
  for (const [index, tool] of (sent.tools ?? []).entries()) {
    const field = `tools.${index}`
    if (tool.type === 'assistant_transfer')
      references.push([`${field}.assistant_id`, tool.assistant_id, own(belongings.ownsAssistant)])
    if (tool.type !== 'warm_call_transfer') continue
    const owns = (id: number) => belongings.phoneNumber(userId, id) !== undefined
    references.push([`${field}.outbound_phone_id`, tool.outbound_phone_id, owns])
  }
  return [
    ...references
      .filter(([, id, exists]) => id !== undefined && !exists(id))
      .map(([field]): BrokenRule => [field, fault('not_selectable')]),
    ...selfTransfers(sent, assistantId),
  ]
}

function selfTransfers({ tools = [] }: Fields, assistantId: number | undefined): BrokenRule[] {
  return tools.flatMap((tool, index): BrokenRule[] =>
    tool.type === 'assistant_transfer' && tool.assistant_id === assistantId
      ? [[`tools.${index}.assistant_id`, fault('transfer_to_self')]]
      : [],
  )
}
