/*
 * GET    /user/conversations         listConversations
 * GET    /user/conversations/export  exportConversations
 */
import { Conversation, exportConversations, listConversations } from '#contracts/conversations.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import { periodOf } from '../../db/time.ts'
import { InvalidFields } from '../../errors.ts'
import { SLICE, sendExport } from '../../http/export.ts'
import type { Routes } from '../../http/routes.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { listedConversations } from './list-queries.ts'
import { presentConversation } from './present.ts'

type Filter = Omit<QueryOf<typeof exportConversations>, 'format' | 'bom'>

/** All conversations of an account, as a list and as an export. */
export const conversationListRoutes: Routes = ({ handle, db }) => {
  const listed = listedConversations(db)

  function matching(userId: number, query: Filter) {
    const { type, assistant_id: assistantId } = query
    if (assistantId !== undefined && !assistantQueries(db).has(userId, assistantId))
      throw new InvalidFields({ assistant_id: [fault('not_selectable')] })
    return listed(userId, { type, assistantId, ...periodOf(query) })
  }

  handle(listConversations, ({ principal: { userId }, query, page }) => {
    const list = matching(userId, query)
    return page.of(list.total, (slice) => list.rows(slice).map(presentConversation))
  })

  handle(exportConversations, (call) => {
    const list = matching(call.principal.userId, call.query)
    return sendExport(call, {
      name: 'conversations',
      item: Conversation,
      total: list.total,
      slices: list.slices(SLICE),
      show: presentConversation,
    })
  })
}
