import type { AssistantChange, NewAssistant } from '#contracts/assistant-fields.ts'
import type { FilingFields } from '#contracts/assistant-filing.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { Tx } from '../../db/write.ts'
import { languageDefaults } from '../platform/lookups/language-defaults.ts'
import { belongingsQueries } from './belongings-queries.ts'
import { calendarAddressFaults } from './calendar-address.ts'
import { changeAssistant } from './change.ts'
import { fromColumns, toColumns } from './fields.ts'
import { refileAssistant } from './filing/filing.ts'
import { inOtherMode } from './mode-fields.ts'
import { claimingNumber } from './number.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import type { AssistantRow } from './row.ts'
import { assistantFaults } from './rules.ts'
import type { Authorship } from './versions.ts'
import { webhookAddressFaults } from './webhook-addresses.ts'
import { reviveWebhooks } from './webhooks.ts'

/** All fields of an assistant after a change: sent values override stored ones. A change of mode drops fields that the new mode does not use. */
export function changedFields(
  db: Db,
  assistant: AssistantRow,
  change: AssistantChange,
): AssistantChange {
  const stored = fromColumns(assistant, languageDefaults(db, assistant.language_id))
  const { mode } = change
  const kept = mode === undefined || mode === stored.mode ? stored : inOtherMode(stored, mode)
  return { ...kept, ...change }
}

/** Field errors of a change to an assistant. */
export function changeFaults(
  context: Pick<Context, 'db' | 'networkOf' | 'port'>,
  assistant: AssistantRow,
  change: AssistantChange,
): FieldFaults {
  const { db } = context
  const sent = newIn(change, assistant)
  const { user_id: userId } = assistant
  const { tools } = changedFields(db, assistant, {})
  const faults = assistantFaults({
    fields: changedFields(db, assistant, change),
    sent,
    userId,
    assistantId: assistant.id,
    belongings: belongingsQueries(db),
  })
  return {
    ...faults,
    ...webhookAddressFaults(context, sent),
    ...calendarAddressFaults(context, userId, change, tools),
  }
}

/** The fields of a change that differ from the current values. */
function newIn(change: AssistantChange, assistant: AssistantRow): AssistantChange {
  const there: Partial<Record<string, unknown>> = { ...assistant }
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => there[name] !== value))
}

/**
 * Applies a valid change to an assistant, and records the event.
 * @throws InvalidFields if another inbound assistant has the number
 */
export async function updateAssistant(
  context: Pick<Context, 'db' | 'events' | 'now' | 'write'>,
  assistant: AssistantRow,
  change: AssistantChange & FilingFields,
  authorship?: Authorship,
): Promise<AssistantWithLanguage> {
  const { db, write } = context
  const assistants = assistantQueries(db)
  const update = (tx: Tx) => {
    // Valid fields include all required ones.
    const fields = changedFields(db, assistant, change) as NewAssistant
    if ('secondary_language_ids' in change) {
      assistants.setLanguages(tx, assistant.id, change.secondary_language_ids ?? [])
    }
    if ('tool_ids' in change) assistants.setTools(tx, assistant.id, change.tool_ids ?? [])
    if ('mcp_tool_ids' in change)
      assistants.setMcpTools(tx, assistant.id, change.mcp_tool_ids ?? [])
    refileAssistant(tx, context, assistant, change)
    const urls = [change.webhook_url, change.conversation_ended_webhook_url]
    reviveWebhooks(tx, context, assistant.user_id, urls)
    const columns = toColumns(fields, languageDefaults(db, fields.language_id))
    return changeAssistant(tx, context, assistant, columns, authorship)
  }
  return await write((tx) => claimingNumber(() => update(tx)))
}
