import type { Db } from '../../../db/open.ts'
import { lookupQueries, type ModelRow } from './queries.ts'
import { BUILT_IN } from './reference/models.ts'

interface ModelChoice {
  readonly mode: string
  readonly llm_model_id: number | null
  readonly chat_llm_fallback_id: number | null
}

/**
 * The model that answers an assistant's chats: the LLM of a pipeline; for the other engines, whose own model speaks
 * rather than writes, the chat fallback or the built-in one. Undefined when it is not available any more.
 */
export function chatModel(
  db: Db,
  { mode, llm_model_id, chat_llm_fallback_id }: ModelChoice,
): ModelRow | undefined {
  const lookups = lookupQueries(db)
  const id = mode === 'pipeline' ? llm_model_id : chat_llm_fallback_id
  return id === null ? lookups.llmModelByCode(BUILT_IN) : lookups.llmModel(id)
}

/**
 * The models that may answer an assistant's chats, best first: that of `chatModel`, and for a pipeline the chat fallback,
 * for when the first fails before its first word. Empty when none is available any more.
 */
export function chatModels(db: Db, choice: ModelChoice): ModelRow[] {
  const first = chatModel(db, choice)
  const { chat_llm_fallback_id: fallbackId } = choice
  const fallback = fallbackId === null ? undefined : lookupQueries(db).llmModel(fallbackId)
  return [first, fallback].filter(
    (model, index, all) =>
      model !== undefined && all.findIndex((other) => other?.id === model.id) === index,
  ) as ModelRow[]
}
