/*
 * GET    /user/presence  listAttending
 * POST   /user/presence  attend
 */
import { attend, listAttending } from '#contracts/presence.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { conversationQueries } from '../queries.ts'

/** Operators' presence at the desk. */
export const presenceRoutes: Routes = ({ handle, db, attendance }) => {
  const conversations = conversationQueries(db)

  handle(listAttending, ({ principal: { userId, operatorId } }) => ({
    operator_id: operatorId,
    data: attendance.of(userId),
  }))

  handle(attend, ({ principal, body }) => {
    const { tab, conversation_id = null, replying = false, status = 'available' } = body
    if (conversation_id !== null && !conversations.ofUser(principal.userId, conversation_id))
      throw notFound('conversation_not_found')
    attendance.attend(principal, tab, {
      conversationId: conversation_id,
      replying,
      status,
    })
    return { message: 'Noted' }
  })
}
