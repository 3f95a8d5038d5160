/*
 * GET    /user/notices      listNotices
 * DELETE /user/notices/:id  dismissNotice
 */
import { dismissNotice, listNotices } from '#contracts/notices.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { presentNotice } from './present.ts'
import { noticeQueries } from './queries.ts'

/** Notices of an account. */
export const noticeRoutes: Routes = ({ handle, db, write, events }) => {
  const notices = noticeQueries(db)

  handle(listNotices, ({ principal, localizer }) => ({
    data: notices.all(principal.userId).map((row) => presentNotice(row, localizer)),
  }))

  handle(dismissNotice, ({ principal: { userId }, params: { id } }) =>
    write((tx) => {
      if (!notices.remove(tx, userId, id)) throw notFound('notice_not_found')
      events.record(tx, { userId, type: 'notice.deleted', payload: { id } })
      return { message: 'Notice dismissed successfully' }
    }),
  )
}
