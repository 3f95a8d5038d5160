import { oncePerDb } from '../../../db/once-per-db.ts'

/** Tables of the records that an assistant refers to, and their portable names. */
const KINDS = {
  voice_id: ['voices', 'code', 'shared or own'],
  language_id: ['languages', 'code', 'shared'],
  secondary_language_ids: ['languages', 'code', 'shared'],
  llm_model_id: ['llm_models', 'code', 'shared'],
  multimodal_model_id: ['multimodal_models', 'code', 'shared or own'],
  chat_llm_fallback_id: ['llm_models', 'code', 'shared'],
  synthesizer_provider_id: ['synthesizer_providers', 'code', 'shared or own'],
  transcriber_provider_id: ['transcriber_providers', 'code', 'shared or own'],
  knowledgebase_id: ['knowledge_bases', 'name', 'own'],
  phone_number_id: ['phone_numbers', 'phone_number', 'own'],
  tool_ids: ['tools', 'name', 'own'],
  mcp_tool_ids: ['mcp_tools', 'function_name', 'own'],
  assistant_id: ['assistants', 'name', 'own and not deleted'],
} as const

const OWNERS = {
  shared: ':userId = :userId',
  own: 'user_id = :userId',
  'own and not deleted': 'user_id = :userId AND deleted_at IS NULL',
  'shared or own': '(user_id IS NULL OR user_id = :userId)',
} as const

/** A field that holds one or more ids of this database. */
export type ReferenceField = keyof typeof KINDS

/** Converts between ids of this database and portable names. */
export const portableQueries = oncePerDb((sql) => {
  const entries = Object.entries(KINDS).map(([field, [table, column, owner]]) => {
    const name = sql
      .read<[{ id: number; userId: number }], string>(
        `SELECT ${column} FROM ${table} WHERE id = :id AND ${OWNERS[owner]}`,
      )
      .pluck()
    const id = sql
      .read<[{ name: string; userId: number }], number>(
        `SELECT id FROM ${table} WHERE ${column} = :name AND ${OWNERS[owner]} ORDER BY id LIMIT 1`,
      )
      .pluck()
    return [field, { name, id }] as const
  })
  const kinds = new Map(entries)
  return {
    nameOf: (field: ReferenceField, userId: number, id: number) =>
      kinds.get(field)!.name.get({ id, userId }),
    idOf: (field: ReferenceField, userId: number, name: string) =>
      kinds.get(field)!.id.get({ name, userId }),
  }
})
