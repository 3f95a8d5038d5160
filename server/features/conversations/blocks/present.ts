import type { Block } from '#contracts/blocks.ts'
import { ifSet, toIso } from '../../../db/time.ts'
import type { BlockRow } from './queries.ts'

/** A block as operators see it. */
export const presentBlock = (row: BlockRow): Block => ({
  id: row.id,
  name: row.name,
  keys: JSON.parse(row.keys),
  reason: row.reason,
  by: row.operator_id === null ? null : { id: row.operator_id, name: row.operator_name ?? '' },
  conversation_id: row.conversation_uuid,
  created_at: toIso(row.created_at),
  ends_at: ifSet(row.ends_at, toIso),
})
