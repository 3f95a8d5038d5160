/*
 * GET    /user/conversations/:uuid/messages/:id/explanation  getAnswerExplanation
 */
import { getAnswerExplanation } from '#contracts/explanations.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { passageQueries } from '../../knowledge/passage-queries.ts'
import { findConversation } from '../find.ts'
import type { StoredExplanation } from './explain.ts'
import { explanationQueries } from './queries.ts'

/** Explanations of the assistant's answers, for the desk. */
export const explanationRoutes: Routes = ({ handle, db }) => {
  handle(getAnswerExplanation, ({ principal: { userId }, params }) => {
    const conversation = findConversation(db, userId, params.uuid)
    const stored = explanationQueries(db).find(params.id, conversation.id)
    if (stored === undefined) throw notFound('explanation_not_found')
    const { base_id: baseId, passages, ...explanation } = JSON.parse(stored) as StoredExplanation
    const contentOf = (id: number) =>
      baseId === null ? undefined : passageQueries(db).passage(baseId, id)?.content
    return {
      data: {
        ...explanation,
        passages: passages.map((passage) => ({
          ...passage,
          content: contentOf(passage.id) ?? null,
        })),
      },
    }
  })
}
