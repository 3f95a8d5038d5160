import { selectedInvalid } from '#contracts/field-errors.ts'
import type { PlaygroundDraft } from '#contracts/playground.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Db } from '../../db/open.ts'
import { InvalidFields, notFound } from '../../errors.ts'
import { belongingsQueries } from '../assistants/belongings-queries.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { lookupQueries } from '../lookups/queries.ts'
import type { Answering } from '../turns/model-input.ts'

/** An assistant that is not stored, ready to answer. */
export interface Draft {
  readonly assistant: Answering &
    Pick<AssistantWithLanguage, 'mode' | 'llm_model_id' | 'chat_llm_fallback_id'>
  readonly variables: JsonObject
}

const NEW = {
  uuid: '00000000-0000-0000-0000-000000000000',
  name: 'Assistant',
  mode: 'pipeline',
  timezone: 'UTC',
  language: 'en',
  system_prompt: '',
  llm_model_id: null,
  chat_llm_fallback_id: null,
  knowledgebase_id: null,
  llm_temperature: 0.1,
} as const satisfies Draft['assistant']

/**
 * What a draft makes of an assistant, or of none.
 * @throws AppError `not_found`, InvalidFields when the draft refers to what the account may not use
 */
export function draftOf(
  db: Db,
  userId: number,
  assistantId: number | undefined,
  draft: PlaygroundDraft,
): Draft {
  const stored =
    assistantId === undefined ? undefined : assistantQueries(db).find(userId, assistantId)
  if (assistantId !== undefined && !stored) throw notFound('Assistant not found')
  assertOwn(db, userId, draft)

  const { language_id, variables, ...fields } = draft
  const sent = Object.entries(fields).map(([name, value]) => [
    name,
    value ?? NEW[name as keyof typeof NEW],
  ])
  const language =
    language_id === undefined ? undefined : lookupQueries(db).languageCode(language_id)
  return {
    assistant: {
      ...NEW,
      ...stored,
      ...Object.fromEntries(sent),
      ...(language !== undefined && { language }),
    },
    variables: variables ?? JSON.parse(stored?.variables ?? '{}'),
  }
}

function assertOwn(db: Db, userId: number, draft: PlaygroundDraft): void {
  const { knowledgebase_id, language_id, llm_model_id, chat_llm_fallback_id } = draft
  const belongings = belongingsQueries(db)
  const places: [field: string, id: number | undefined, isKnown: (id: number) => boolean][] = [
    ['knowledgebase_id', knowledgebase_id, (id) => belongings.ownsKnowledgeBase(userId, id)],
    ['language_id', language_id, belongings.isLanguage],
    ['llm_model_id', llm_model_id, belongings.isLlmModel],
    ['chat_llm_fallback_id', chat_llm_fallback_id, belongings.isLlmModel],
  ]
  const wrong = places.filter(([, id, isKnown]) => id !== undefined && !isKnown(id))
  if (wrong.length === 0) return
  const errors = wrong.map(([field]) => [`fields.${field}`, [selectedInvalid(field)]])
  throw new InvalidFields(Object.fromEntries(errors))
}
