import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { PlaygroundDraft } from '#contracts/playground.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import { belongingsQueries } from '../../assistants/belongings-queries.ts'
import { calendarAddressFaults } from '../../assistants/calendar-address.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import type { Answering } from '../../conversations/turns/model-input.ts'
import type { Toolbox } from '../../conversations/turns/offer-tools.ts'
import { lookupQueries } from '../../platform/lookups/queries.ts'

/** An unsaved assistant, ready to answer. */
export interface Draft {
  readonly assistant: Answering &
    Pick<AssistantWithLanguage, 'mode' | 'llm_model_id' | 'chat_llm_fallback_id'>
  readonly variables: JsonObject
  readonly toolbox: Toolbox
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
  knowledgebase_mode: 'prompt',
  llm_temperature: 0.1,
  post_call_schema: '[]',
} as const satisfies Draft['assistant']

/**
 * Merges a draft into a stored assistant, if any.
 * @throws AppError `not_found`, InvalidFields if the draft refers to something that the account may not use
 */
export function draftOf(
  db: Db,
  userId: number,
  assistantId: number | undefined,
  draft: PlaygroundDraft,
): Draft {
  const stored =
    assistantId === undefined ? undefined : assistantQueries(db).find(userId, assistantId)
  if (assistantId !== undefined && !stored) throw notFound('assistant_not_found')
  assertOwn(db, userId, draft)

  const {
    language_id,
    variables,
    secondary_language_ids,
    tools,
    tool_ids,
    mcp_tool_ids,
    post_call_schema,
    ...fields
  } = draft
  const sent = Object.entries(fields).map(([name, value]) => [
    name,
    value ?? NEW[name as keyof typeof NEW],
  ])
  const language =
    language_id === undefined ? undefined : lookupQueries(db).languageCode(language_id)
  const kept = storedLists(db, stored)
  const languageIds = secondary_language_ids ?? kept.languageIds
  const assistant = {
    ...NEW,
    ...stored,
    ...Object.fromEntries(sent),
    ...(language !== undefined && { language }),
    ...(post_call_schema !== undefined && { post_call_schema: JSON.stringify(post_call_schema) }),
    secondaryLanguages: languageIds.flatMap((id) => lookupQueries(db).languageCode(id) ?? []),
  }
  return {
    assistant,
    variables: variables ?? JSON.parse(stored?.variables ?? '{}'),
    toolbox: {
      userId,
      timezone: assistant.timezone,
      builtIn: tools ?? kept.tools,
      toolIds: tool_ids ?? kept.toolIds,
      mcpToolIds: mcp_tool_ids ?? kept.mcpToolIds,
      knowledge: assistant,
    },
  }
}

/** Rejects calendars of a draft to which their key would go unencrypted, unless the assistant has them already. */
export function draftFaults(
  context: Pick<Context, 'db' | 'networkOf'>,
  userId: number,
  assistantId: number | undefined,
  draft: PlaygroundDraft,
): FieldFaults {
  const stored =
    assistantId === undefined ? undefined : assistantQueries(context.db).find(userId, assistantId)
  const faults = calendarAddressFaults(
    context,
    userId,
    draft,
    storedLists(context.db, stored).tools,
  )
  return Object.fromEntries(
    Object.entries(faults).map(([field, found]) => [`fields.${field}`, found]),
  )
}

/** Stored lists of an assistant, for a draft that omits them. */
function storedLists(db: Db, stored: AssistantWithLanguage | undefined) {
  const assistants = assistantQueries(db)
  return {
    languageIds: stored ? assistants.languagesOf(stored.id) : [],
    toolIds: stored ? assistants.toolsOf(stored.id) : [],
    mcpToolIds: stored ? assistants.mcpToolsOf(stored.id) : [],
    tools: JSON.parse(stored?.tools ?? '[]') as BuiltInTool[],
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
  for (const [index, id] of (draft.secondary_language_ids ?? []).entries())
    places.push([`secondary_language_ids.${index}`, id, belongings.isLanguage])
  for (const [index, id] of (draft.tool_ids ?? []).entries())
    places.push([`tool_ids.${index}`, id, (tool) => belongings.ownsTool(userId, tool)])
  for (const [index, id] of (draft.mcp_tool_ids ?? []).entries())
    places.push([`mcp_tool_ids.${index}`, id, (tool) => belongings.ownsMcpTool(userId, tool)])
  const wrong = places.filter(([, id, isKnown]) => id !== undefined && !isKnown(id))
  if (wrong.length === 0) return
  const errors = wrong.map(([field]) => [
    `fields.${field}`,
    [fault('not_selectable', { attribute: field })],
  ])
  throw new InvalidFields(Object.fromEntries(errors))
}
