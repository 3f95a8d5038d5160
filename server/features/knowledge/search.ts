import type { Db } from '../../db/open.ts'
import { toFtsQuery } from '../../providers/llm/built-in/words.ts'
import { knowledgeQueries, type PassageRow } from './queries.ts'

/** The passages of a knowledge base that may answer a question, best first. */
export function searchKnowledge(
  db: Db,
  baseId: number | null,
  question: string,
  limit: number,
): PassageRow[] {
  const query = toFtsQuery(question)
  if (baseId === null || query === null) return []
  return knowledgeQueries(db).search(baseId, query, limit)
}
