import type { AnswerExplanation } from '#contracts/explanations.ts'
import type { Db } from '../../../db/open.ts'
import { passageQueries } from '../../knowledge/passage-queries.ts'
import type { StoredExplanation } from './explain.ts'

/** Presents a stored explanation, JSON, with the passages as they are now. */
export function presentExplanation(db: Db, stored: string): AnswerExplanation {
  const { base_id: baseId, passages, ...explanation } = JSON.parse(stored) as StoredExplanation
  const contentOf = (id: number) =>
    baseId === null ? undefined : passageQueries(db).passage(baseId, id)?.content
  return {
    ...explanation,
    spoken: explanation.spoken ?? null,
    passages: passages.map((passage) => ({ ...passage, content: contentOf(passage.id) ?? null })),
  }
}
