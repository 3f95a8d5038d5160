import type { NotificationKind } from '#contracts/notifications.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { presentNotification } from './present.ts'
import { type NotificationData, notificationQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** Recipients of a notification: one operator, everyone at the desk, or everyone who manages the account. */
export type Recipient = { readonly operatorId: number } | 'desk' | 'managers'

/** A notification to write. */
export interface NewNotification {
  readonly userId: number
  readonly kind: NotificationKind
  readonly to: Recipient
  /** The operator who caused it. */
  readonly by?: number | null
  readonly conversationId?: number
  readonly noteId?: number
  readonly noticeId?: number
  readonly data?: NotificationData
}

/** Writes a notification in the transaction of its cause, so that there is exactly one, and sends it to its recipients. */
export function notify(
  tx: Tx,
  { db, events, now }: Needs,
  { userId, kind, to, by, conversationId, noteId, noticeId, data = {} }: NewNotification,
): void {
  const operatorId = typeof to === 'object' ? to.operatorId : null
  const row = notificationQueries(db).insert(tx, {
    userId,
    kind,
    audience: typeof to === 'object' ? 'person' : to,
    operatorId,
    byOperatorId: by ?? null,
    conversationId: conversationId ?? null,
    noteId: noteId ?? null,
    noticeId: noticeId ?? null,
    data: JSON.stringify(data),
    now: now().getTime(),
  })
  if (!row) return
  events.record(tx, {
    userId,
    operatorId,
    type: to === 'managers' ? 'notification.raised' : 'notification.created',
    payload: presentNotification(row),
  })
}
