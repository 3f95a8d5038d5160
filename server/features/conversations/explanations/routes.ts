/*
 * GET    /user/conversations/:uuid/messages/:id/explanation  getAnswerExplanation
 */
import { getAnswerExplanation } from '#contracts/explanations.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { findConversation } from '../find.ts'
import { presentExplanation } from './present.ts'
import { explanationQueries } from './queries.ts'

/** Explanations of the assistant's answers, for the desk. */
export const explanationRoutes: Routes = ({ handle, db }) => {
  handle(getAnswerExplanation, ({ principal: { userId }, params }) => {
    const conversation = findConversation(db, userId, params.uuid)
    const stored = explanationQueries(db).find(params.id, conversation.id)
    if (stored === undefined) throw notFound('explanation_not_found')
    return { data: presentExplanation(db, stored) }
  })
}
