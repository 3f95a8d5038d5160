import type { Context } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { askJson } from './ask-json.ts'
import { instructionsFor, parseValues, propertiesOf } from './ask-model.ts'
import type { Field, Utterance, Values } from './fields.ts'
import { readFields } from './read-fields.ts'
import { type Chat, readerOf } from './reader.ts'

type Needs = Pick<
  Context,
  'db' | 'now' | 'events' | 'models' | 'sleep' | 'randomBytes' | 'log' | 'write'
>

/** The owner of the schema, and the settings that choose its model. */
type Asker = Pick<
  AssistantWithLanguage,
  | 'id'
  | 'user_id'
  | 'mode'
  | 'llm_model_id'
  | 'chat_llm_fallback_id'
  | 'post_call_schema'
  | 'language'
>

interface ExtractionRequest {
  readonly assistant: Asker
  readonly transcript: readonly Utterance[]
  /** The conversation whose budgets are charged; undefined for a call. */
  readonly chat?: Chat | undefined
  readonly signal?: AbortSignal
}

/** Extracted values and their cost, in micro-dollars. */
export interface Extraction {
  readonly values: Values
  readonly cost: number
  /** Reason why a model's answer could not be used. */
  readonly problem?: string
}

/**
 * Extracts the fields of an assistant's `post_call_schema` from a transcript. Uses the assistant's model if there is
 * one and it can be paid for; otherwise, or if its answer is unusable, patterns, which quote and never guess.
 */
export async function extractFields(
  context: Needs,
  { assistant, transcript, chat, signal = new AbortController().signal }: ExtractionRequest,
): Promise<Extraction> {
  const fields = JSON.parse(assistant.post_call_schema) as Field[]
  if (fields.length === 0 || !transcript.some(({ role }) => role === 'user')) {
    return { values: {}, cost: 0 }
  }
  const quoted = () => readFields(fields, transcript, assistant.language)
  const reader = readerOf(context, assistant, chat)
  if (!reader) return { values: quoted(), cost: 0 }
  const { value, cost, problem } = await askJson(context, {
    ...reader,
    instructions: instructionsFor(fields),
    properties: propertiesOf(fields),
    transcript,
    parse: (answer) => parseValues(answer, fields),
    signal,
  })
  if (value) return { values: value, cost }
  context.log.warn({ model: reader.model.code, problem }, 'a model could not extract the fields')
  return { values: quoted(), cost, problem }
}
