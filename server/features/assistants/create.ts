import type { NewAssistant } from '#contracts/assistant-fields.ts'
import type { FilingFields } from '#contracts/assistant-filing.ts'
import { type Context, newUuid } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { languageDefaults } from '../platform/lookups/language-defaults.ts'
import { toColumns } from './fields.ts'
import { fileAssistant } from './filing/filing.ts'
import { claimingNumber } from './number.ts'
import { summarize } from './present.ts'
import { type AssistantWithLanguage, assistantQueries } from './queries.ts'
import { type Authorship, keepVersion } from './versions.ts'
import { reviveWebhooks } from './webhooks.ts'

/**
 * Creates a new assistant from valid fields, which is inactive, and records the event.
 * @throws InvalidFields if another inbound assistant has the number
 */
export function createAssistant(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now' | 'randomBytes'>,
  userId: number,
  sent: NewAssistant & FilingFields,
  authorship?: Authorship,
): AssistantWithLanguage {
  const { db, events, now } = context
  const assistants = assistantQueries(db)
  return claimingNumber(() => {
    const at = now().getTime()
    const id = assistants.insert(tx, {
      ...toColumns(sent, languageDefaults(db, sent.language_id)),
      uuid: newUuid(context),
      user_id: userId,
      created_at: at,
      updated_at: at,
    })
    assistants.setLanguages(tx, id, sent.secondary_language_ids ?? [])
    assistants.setTools(tx, id, sent.tool_ids ?? [])
    assistants.setMcpTools(tx, id, sent.mcp_tool_ids ?? [])
    reviveWebhooks(tx, context, userId, [sent.webhook_url, sent.conversation_ended_webhook_url])
    fileAssistant(tx, db, id, sent)
    const created = assistants.find(userId, id)!
    keepVersion(tx, context, created, authorship)
    events.record(tx, { userId, type: 'assistant.created', payload: summarize(created) })
    return created
  })
}
