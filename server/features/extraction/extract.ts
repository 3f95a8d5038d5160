import type { Context } from '../../context.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'
import { chatModel } from '../lookups/models.ts'
import { canPay, costOf } from '../money/model-cost.ts'
import { askModel } from './ask-model.ts'
import type { Field, Utterance, Values } from './fields.ts'
import { readFields } from './read-fields.ts'

type Needs = Pick<Context, 'db' | 'models' | 'sleep' | 'randomBytes' | 'log'>

/** Whose schema it is, and what is known about the model that reads for it. */
type Reader = Pick<
  AssistantWithLanguage,
  'user_id' | 'mode' | 'llm_model_id' | 'chat_llm_fallback_id' | 'post_call_schema' | 'language'
>

interface ExtractionRequest {
  readonly assistant: Reader
  readonly transcript: readonly Utterance[]
  readonly signal?: AbortSignal
}

/** What was found and what finding it cost, in micro-dollars. */
export interface Extraction {
  readonly values: Values
  readonly cost: number
}

/**
 * Finds what an assistant's `post_call_schema` asks for in what was said. A model reads it where the assistant has one
 * and can pay for it; otherwise, and when the model gives nothing usable, patterns do, which quote and never guess.
 */
export async function extractFields(
  context: Needs,
  { assistant, transcript, signal = new AbortController().signal }: ExtractionRequest,
): Promise<Extraction> {
  const { db, models, log } = context
  const fields = JSON.parse(assistant.post_call_schema) as Field[]
  if (fields.length === 0 || !transcript.some(({ role }) => role === 'user')) {
    return { values: {}, cost: 0 }
  }
  const quoted = () => readFields(fields, transcript, assistant.language)
  const model = chatModel(db, assistant)
  const languageModel = model && models.of(model)
  const reads = languageModel !== undefined && model?.provider !== 'built-in'
  if (!model || !reads || !canPay(db, assistant.user_id, model))
    return { values: quoted(), cost: 0 }
  const { values, usage, detail } = await askModel(context, {
    model: languageModel,
    fields,
    transcript,
    signal,
  })
  if (!values) log.warn({ model: model.code, detail }, 'a model could not extract the fields')
  return { values: values ?? quoted(), cost: costOf(model, usage) }
}
