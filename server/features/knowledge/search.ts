import type { Db } from '../../db/open.ts'
import { toFtsQuery } from '../../providers/llm/built-in/words.ts'
import { type PassageRow, passageQueries } from './passage-queries.ts'

interface KnowledgeQuestion {
  readonly question: string
  /** What the visitor said before, for a question that leans on it. */
  readonly previous: string | undefined
  /** Language of the conversation, two letters. */
  readonly language: string
  readonly limit: number
}

/** The passages of a knowledge base that may answer a question, best first. */
export function searchKnowledge(
  db: Db,
  baseId: number | null,
  { question, previous, language, limit }: KnowledgeQuestion,
): PassageRow[] {
  const query = toFtsQuery(question, { previous, language })
  if (baseId === null || query === null) return []
  return passageQueries(db).search(baseId, query, limit)
}
