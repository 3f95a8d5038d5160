import type { AssistantChange } from '#contracts/assistant-fields.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Db } from '../../../db/open.ts'
import { toColumns } from '../../assistants/fields.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { changedFields } from '../../assistants/update.ts'
import { languageDefaults } from '../../platform/lookups/language-defaults.ts'
import { lookupQueries } from '../../platform/lookups/queries.ts'

/** An assistant as it would be, and what it is called with. */
export interface Draft {
  readonly assistant: AssistantWithLanguage
  /** The assistant's variables, overridden by those given for the call. */
  readonly variables: JsonObject
  readonly given: JsonObject
  /** Two letters each. */
  readonly secondaryLanguages: readonly string[]
  readonly toolIds: readonly number[]
  readonly mcpToolIds: readonly number[]
}

/** The assistant that a change would make of a stored one. The change keeps the rules of assistants. */
export function draftOf(
  db: Db,
  stored: AssistantWithLanguage,
  change: AssistantChange,
  given: JsonObject = {},
): Draft {
  const assistants = assistantQueries(db)
  const {
    secondary_language_ids: languageIds,
    tool_ids: toolIds,
    mcp_tool_ids: mcpToolIds,
    ...fields
  } = change
  const { language_id = stored.language_id } = fields
  const columns = toColumns(
    changedFields(db, stored, fields) as Parameters<typeof toColumns>[0],
    languageDefaults(db, language_id),
  )
  const language = lookupQueries(db).languageCode(language_id) ?? stored.language
  const assistant = { ...stored, ...columns, language }
  return {
    assistant,
    variables: { ...JSON.parse(assistant.variables), ...given },
    given,
    secondaryLanguages: (languageIds ?? assistants.languagesOf(stored.id)).flatMap(
      (id) => lookupQueries(db).languageCode(id) ?? [],
    ),
    toolIds: toolIds ?? assistants.toolsOf(stored.id),
    mcpToolIds: mcpToolIds ?? assistants.mcpToolsOf(stored.id),
  }
}
