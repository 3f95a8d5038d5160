import { type AssistantDocument, PORTABLE_NAMES } from '#contracts/assistant-document.ts'
import { fault } from '#contracts/faults.ts'
import type { Db } from '../../../db/open.ts'
import { portableQueries, type ReferenceField } from './portable-queries.ts'
import type { Problems } from './problems.ts'

type Fields = Record<string, unknown>

const WHAT: Readonly<Record<ReferenceField, string>> = {
  voice_id: 'voice',
  language_id: 'language',
  secondary_language_ids: 'language',
  llm_model_id: 'language model',
  multimodal_model_id: 'multimodal model',
  chat_llm_fallback_id: 'language model',
  knowledgebase_id: 'knowledge base',
  phone_number_id: 'phone number',
  tool_ids: 'tool',
  mcp_tool_ids: 'tool',
  synthesizer_provider_id: 'synthesizer',
  transcriber_provider_id: 'transcriber',
  assistant_id: 'assistant',
}

const FIELD_OF = new Map<string, ReferenceField>(
  Object.entries(PORTABLE_NAMES).map(([field, name]) => [name, field as ReferenceField]),
)

const missing = (field: ReferenceField, name: unknown) =>
  fault('not_here', { what: WHAT[field], name: String(name) })

/**
 * Replaces names in a document's fields by ids of this database, and reports what is missing here. Numeric ids are
 * dropped: they belong to another database, or were forged to reach someone's records in this one.
 */
export function resolveFields(
  db: Db,
  userId: number,
  fields: AssistantDocument['fields'],
  problems: Problems,
): Fields {
  const { idOf } = portableQueries(db)

  function one(field: ReferenceField, place: string, name: unknown): number | undefined {
    if (name === null) return undefined
    const id = typeof name === 'string' ? idOf(field, userId, name) : undefined
    if (id === undefined) problems.add(place, missing(field, name), 'left_out', String(name))
    return id
  }

  function tool(tool: unknown, index: number): unknown {
    if (typeof tool !== 'object' || tool === null) return tool
    const {
      outbound_phone,
      outbound_phone_id: _,
      assistant,
      assistant_id: __,
      ...rest
    } = tool as Fields
    const place = `tools.${index}`
    return {
      ...rest,
      ...(outbound_phone !== undefined && {
        outbound_phone_id: one('phone_number_id', `${place}.outbound_phone_id`, outbound_phone),
      }),
      ...(assistant !== undefined && {
        assistant_id: one('assistant_id', `${place}.assistant_id`, assistant),
      }),
    }
  }

  function numberOf(field: ReferenceField, value: unknown): undefined {
    if (value !== null) problems.add(field, missing(field, value), 'left_out', String(value))
  }

  const entries = Object.entries(fields).map(([name, value]) => {
    if (name === 'tools' && Array.isArray(value)) return [name, value.map(tool)]
    const field = FIELD_OF.get(name)
    if (name in WHAT) return [name, numberOf(name as ReferenceField, value)]
    if (!field) return [name, value]
    const found = Array.isArray(value)
      ? value.map((item, index) => one(field, `${field}.${index}`, item)).filter((id) => id)
      : one(field, field, value)
    return [field, found]
  })
  return Object.fromEntries(entries)
}
