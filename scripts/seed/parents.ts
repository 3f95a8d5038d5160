import type { Context } from '../../server/context.ts'
import type { Tx } from '../../server/db/write.ts'
import { activate } from '../../server/features/assistants/activation.ts'
import { createAssistant } from '../../server/features/assistants/create.ts'
import { lookupQueries } from '../../server/features/platform/lookups/queries.ts'
import { BUILT_IN } from '../../server/features/platform/lookups/reference/models.ts'
import { BUSINESSES, CAMPAIGNS } from './words.ts'

/** Owners of the seeded rows. */
export interface Parents {
  readonly userId: number
  readonly assistantIds: readonly number[]
  readonly campaignIds: readonly number[]
}

/** The account's seeded assistants and campaigns; reuses those of earlier runs. */
export function ensureParents(tx: Tx, context: Context): Parents {
  const { db, now } = context
  const userId = db.prepare<[], number>('SELECT id FROM users WHERE is_owner = 1').pluck().get()!
  const find = (table: string, condition: string) =>
    db
      .prepare<[number, string], number>(
        `SELECT id FROM ${table} WHERE user_id = ? AND name = ? ${condition} ORDER BY id LIMIT 1`,
      )
      .pluck()
  const assistant = find('assistants', 'AND deleted_at IS NULL')
  const campaign = find('campaigns', '')
  const addCampaign = db.prepare<[number, string, number]>(
    'INSERT INTO campaigns (user_id, name, created_at) VALUES (?, ?, ?)',
  )
  return {
    userId,
    assistantIds: BUSINESSES.map(
      (name) => assistant.get(userId, name) ?? addAssistant(tx, context, userId, name),
    ),
    campaignIds: CAMPAIGNS.map(
      (name) =>
        campaign.get(userId, name) ??
        Number(addCampaign.run(userId, name, now().getTime()).lastInsertRowid),
    ),
  }
}

function addAssistant(tx: Tx, context: Context, userId: number, name: string): number {
  const lookups = lookupQueries(context.db)
  const english = lookups.languages().find(({ iso_2 }) => iso_2 === 'en')!
  const [voice] = lookups.voices(userId, { mode: 'pipeline', languageId: english.id })
  const assistant = createAssistant(tx, context, userId, {
    name,
    type: 'inbound',
    mode: 'pipeline',
    timezone: 'UTC',
    initial_message: 'Hello, how can I help?',
    system_prompt: `You answer for a ${name.toLowerCase()}.`,
    language_id: english.id,
    voice_id: voice!.id,
    llm_model_id: lookups.llmModelByCode(BUILT_IN)!.id,
  })
  activate(tx, context, assistant)
  return assistant.id
}
