/*
 * GET    /user/calls/:id/explanations/:explanation_id  getSpokenExplanation
 */
import { getSpokenExplanation } from '#contracts/explanations.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { presentExplanation } from '../../conversations/explanations/present.ts'
import { findCall } from '../find.ts'
import { callExplanationQueries } from './queries.ts'

/** Explanations of the assistant's answers on calls, for the desk. */
export const callExplanationRoutes: Routes = ({ handle, db }) => {
  handle(getSpokenExplanation, ({ principal: { userId }, params }) => {
    const { id } = findCall(db, userId, params.id)
    const stored = callExplanationQueries(db).find(params.explanation_id, id)
    if (stored === undefined) throw notFound('explanation_not_found')
    return { data: presentExplanation(db, stored) }
  })
}
