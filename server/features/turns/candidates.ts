import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { AssistantRow } from '../assistants/row.ts'
import { chatModel } from '../lookups/models.ts'
import { lookupQueries, type ModelRow } from '../lookups/queries.ts'

type ModelChoice = Pick<AssistantRow, 'mode' | 'llm_model_id' | 'chat_llm_fallback_id'>

/** A model that may answer: as it is priced, and as it is called. */
export interface Candidate {
  readonly row: ModelRow
  readonly model: LanguageModelV4
}

/** The models that answer an assistant's chats, the first that can: of a pipeline also the fallback of its LLM. */
function chatModels(db: Db, assistant: ModelChoice): ModelRow[] {
  const { mode, chat_llm_fallback_id: fallback } = assistant
  const second =
    mode === 'pipeline' && fallback !== null ? lookupQueries(db).llmModel(fallback) : undefined
  const all = [chatModel(db, assistant), second].filter((row) => row !== undefined)
  return all.filter(({ id }, index) => all.findIndex((row) => row.id === id) === index)
}

/** Those of an assistant's models that can be called, in order. */
export function candidatesOf(
  { db, models }: Pick<Context, 'db' | 'models'>,
  assistant: ModelChoice,
): Candidate[] {
  return chatModels(db, assistant).flatMap((row) => {
    const model = models.of(row.provider)
    return model ? [{ row, model }] : []
  })
}
