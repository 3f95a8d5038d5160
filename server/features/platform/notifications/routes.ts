/*
 * GET    /user/notifications                           listNotifications
 * GET    /user/notifications/unread                    countNotifications
 * POST   /user/notifications/:id/read                  readNotification
 * POST   /user/notifications/read                      readNotifications
 * POST   /user/conversations/:uuid/notifications/read  readConversationNotifications
 * GET    /user/notifications/settings                  getNotificationSettings
 * PUT    /user/notifications/settings                  updateNotificationSettings
 */
import {
  countNotifications,
  getNotificationSettings,
  listNotifications,
  readConversationNotifications,
  readNotification,
  readNotifications,
  updateNotificationSettings,
} from '#contracts/notifications.ts'
import type { Tx } from '../../../db/write.ts'
import { notFound } from '../../../errors.ts'
import { may } from '../../../http/policy.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { presentNotification } from './present.ts'
import { notificationQueries, type Reader } from './queries.ts'
import { changeSettings, hiddenKinds, notificationSettings } from './settings.ts'

/** Notifications per page. */
const PAGE = 30

/** An operator's notifications. */
export const notificationRoutes: Routes = ({ handle, db, write, events }) => {
  const notifications = notificationQueries(db)

  handle(listNotifications, ({ principal, query, localizer }) => {
    const before = query.before ?? Number.MAX_SAFE_INTEGER
    const hidden = hiddenKinds(db, principal.operatorId)
    const rows = notifications.page(readerOf(principal), hidden, before, PAGE)
    const last = rows.length === PAGE ? rows.at(-1)! : undefined
    return {
      data: rows.map((row) => presentNotification(row, localizer)),
      before: last?.id ?? null,
    }
  })

  handle(countNotifications, ({ principal }) => {
    const hidden = hiddenKinds(db, principal.operatorId)
    const unread = notifications.unread(readerOf(principal), hidden)
    const about = Map.groupBy(unread, ({ conversation }) => conversation)
    about.delete(null)
    return {
      count: unread.length,
      conversations: [...about].map(([id, rows]) => ({
        id: id!,
        kinds: [...new Set(rows.map(({ kind }) => kind))],
      })),
    }
  })

  handle(readNotification, ({ principal, params: { id } }) =>
    write((tx) => {
      if (!notifications.isTheirs(readerOf(principal), id)) throw notFound('notification_not_found')
      if (notifications.read(tx, principal.operatorId, id)) publishRead(tx, principal)
      return { message: 'Marked as read' }
    }),
  )

  handle(readNotifications, ({ principal, body: { up_to } }) =>
    write((tx) => {
      const previous = notifications.readUpTo(principal.operatorId)
      if (up_to !== previous) {
        notifications.setReadUpTo(tx, principal.operatorId, up_to)
        publishRead(tx, principal)
      }
      return { message: 'Marked as read', previous }
    }),
  )

  handle(readConversationNotifications, ({ principal, params: { uuid } }) =>
    write((tx) => {
      const conversation = notifications.conversationOf(principal.userId, uuid)
      if (conversation === undefined) throw notFound('conversation_not_found')
      if (notifications.readAbout(tx, principal.operatorId, conversation) > 0)
        publishRead(tx, principal)
      return { message: 'Marked as read' }
    }),
  )

  handle(getNotificationSettings, ({ principal }) => notificationSettings(db, principal.operatorId))

  handle(updateNotificationSettings, ({ principal: { userId, operatorId }, body }) =>
    write((tx) => {
      const data = changeSettings(tx, db, operatorId, body)
      events.record(tx, {
        userId,
        operatorId,
        type: 'notification_settings.updated',
        payload: data,
      })
      return { message: 'Notification settings updated successfully', data }
    }),
  )

  /** Tells the operator's other tabs and devices. */
  function publishRead(tx: Tx, { userId, operatorId }: Operator): void {
    events.record(tx, { userId, operatorId, type: 'notifications.read', payload: {} })
  }
}

const readerOf = (principal: Operator): Reader => ({
  userId: principal.userId,
  operatorId: principal.operatorId,
  isManager: may(principal, 'account'),
})
