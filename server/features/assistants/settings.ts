import type { AssistantSettings } from '#contracts/assistant-settings.ts'
import type { Db } from '../../db/open.ts'
import { languageDefaults } from '../platform/lookups/language-defaults.ts'
import { storedFields } from './fields.ts'
import { assistantQueries } from './queries.ts'
import type { AssistantRow } from './row.ts'

/** All settings of an assistant, as stored. */
export function settingsOf(db: Db, row: AssistantRow): AssistantSettings {
  const assistants = assistantQueries(db)
  return {
    ...(storedFields(row, languageDefaults(db, row.language_id)) as AssistantSettings),
    secondary_language_ids: assistants.languagesOf(row.id),
    tool_ids: assistants.toolsOf(row.id),
    mcp_tool_ids: assistants.mcpToolsOf(row.id),
  }
}

/** Names of the settings that differ. */
export function changedSettings(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
}
