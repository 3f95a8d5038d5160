import type { z } from 'zod'
import type { NewAssistant } from '#contracts/assistant-fields.ts'
import type { Mode } from '#contracts/lookups.ts'

/** What the form holds: texts, as they are typed. */
export interface Draft {
  readonly name: string
  readonly type: 'inbound' | 'outbound'
  readonly mode: Mode
  readonly language_id: string
  readonly voice_id: string
  readonly model_id: string
  readonly timezone: string
  readonly initial_message: string
  readonly system_prompt: string
}

/** Fields in the order of the form, which is the order in which mistakes are visited. */
export const FIELDS: readonly string[] = [
  'name',
  'initial_message',
  'system_prompt',
  'language_id',
  'type',
  'timezone',
  'mode',
  'model_id',
  'voice_id',
] satisfies (keyof Draft)[]

/** Longest first message, in code points. */
export const MAX_INITIAL_MESSAGE = 200

/** Length as the server counts it. */
export const lengthOf = (text: string): number => [...text].length

// Only what is true of every company: the built-in model answers with the facts that stand here.
const STARTER_PROMPT = `You answer the visitors of our website. Be friendly and brief.

When you do not know something, say so and offer that a person will follow up.`

/** A form that is ready to be corrected rather than written from nothing. */
export function newDraft(timezone: string): Draft {
  return {
    name: '',
    type: 'inbound',
    mode: 'pipeline',
    language_id: '',
    voice_id: '',
    model_id: '',
    timezone,
    initial_message: 'Hello! How can I help you?',
    system_prompt: STARTER_PROMPT,
  }
}

/** What the server is sent. */
export function toBody(draft: Draft): z.input<typeof NewAssistant> {
  const { model_id, ...fields } = draft
  const isPipeline = draft.mode === 'pipeline'
  return {
    ...fields,
    ...(isPipeline ? { llm_model_id: model_id } : { multimodal_model_id: model_id }),
  }
}
