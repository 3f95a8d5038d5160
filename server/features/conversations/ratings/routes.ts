/*
 * PUT    /widget/conversations/:uuid/rating  rateConversation
 */
import { rateConversation } from '#contracts/ratings.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import { ratingQueries } from './queries.ts'

/** Visitors' ratings of conversations. */
export const ratingRoutes: Routes = (context) => {
  const { handle, db, write, now } = context

  handle(rateConversation, async ({ principal, params, body: { rating, comment = null } }) => {
    const row = conversationQueries(db).ofVisitor(principal.id, params.uuid)
    if (!row) throw notFound('conversation_not_found')
    await write((tx) => {
      ratingQueries(db).rate(tx, { id: row.id, rating, comment, now: now().getTime() })
      recordConversation(tx, context, row.id, 'conversation.updated')
    })
    return { data: { rating, comment } }
  })
}
