import type { KnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { toInstant } from '../../../db/time.ts'
import type { EntryRow } from './queries.ts'

/** An entry in API format. */
export const presentEntry = (row: EntryRow): KnowledgeEntry => ({
  id: row.id,
  knowledgebase_id: row.knowledge_base_id,
  question: row.question,
  answer: row.answer,
  conversation_id: row.conversation_uuid,
  message_seq: row.conversation_uuid === null ? null : row.message_seq,
  created_at: toInstant(row.created_at),
  updated_at: toInstant(row.updated_at),
})
