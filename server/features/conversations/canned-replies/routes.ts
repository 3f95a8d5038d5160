/*
 * GET    /user/canned-replies      listCannedReplies
 * POST   /user/canned-replies      createCannedReply
 * PUT    /user/canned-replies/:id  updateCannedReply
 * DELETE /user/canned-replies/:id  deleteCannedReply
 */
import {
  type CannedReply,
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from '#contracts/canned-replies.ts'
import { fault } from '#contracts/faults.ts'
import { toIso } from '../../../db/time.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { type CannedReplyRow, cannedReplyQueries } from './queries.ts'

/** Reusable replies for operators. */
export const cannedReplyRoutes: Routes = ({ handle, db, write, events, now }) => {
  const replies = cannedReplyQueries(db)

  handle(listCannedReplies, ({ principal }) => ({
    data: replies.all(principal.userId).map(present),
  }))

  handle(createCannedReply, ({ principal: { userId }, body }) =>
    write((tx) => {
      refuseTaken(userId, body.shortcut)
      const data = present(replies.insert(tx, userId, body, now()))
      events.record(tx, { userId, type: 'canned_reply.created', payload: data })
      return { message: 'Canned reply created successfully', data }
    }),
  )

  handle(updateCannedReply, ({ principal: { userId }, params, body }) =>
    write((tx) => {
      const { id } = find(userId, params.id)
      refuseTaken(userId, body.shortcut, id)
      const data = present(replies.update(tx, id, body, now()))
      events.record(tx, { userId, type: 'canned_reply.updated', payload: data })
      return { message: 'Canned reply updated successfully', data }
    }),
  )

  handle(deleteCannedReply, ({ principal: { userId }, params }) =>
    write((tx) => {
      const { id } = find(userId, params.id)
      replies.remove(tx, id)
      events.record(tx, { userId, type: 'canned_reply.deleted', payload: { id } })
      return { message: 'Canned reply deleted successfully' }
    }),
  )

  function refuseTaken(userId: number, shortcut: string, own?: number): void {
    const taken = replies.idOf(userId, shortcut)
    if (taken !== undefined && taken !== own)
      throw new InvalidFields({ shortcut: [fault('taken')] })
  }

  function find(userId: number, id: number): CannedReplyRow {
    const row = replies.find(userId, id)
    if (!row) throw notFound('canned_reply_not_found')
    return row
  }
}

const present = ({ updated_at, ...row }: CannedReplyRow): CannedReply => ({
  ...row,
  updated_at: toIso(updated_at),
})
