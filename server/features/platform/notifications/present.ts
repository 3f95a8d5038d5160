import { inEnglish } from '#contracts/catalogues.ts'
import type { Notification } from '#contracts/notifications.ts'
import { toIso } from '../../../db/time.ts'
import type { NotificationData, NotificationRow } from './queries.ts'

/** A notification as its reader sees it. */
export function presentNotification(row: NotificationRow, localizer = inEnglish): Notification {
  const { cause, rule, team, url, reason }: NotificationData = JSON.parse(row.data)
  const why = row.notice_reason ?? reason
  return {
    id: row.id,
    kind: row.kind,
    conversation_id: row.conversation_uuid,
    conversation: row.conversation_type && {
      type: row.conversation_type,
      visitor: row.visitor_uuid === null ? null : { id: row.visitor_uuid, name: row.visitor_name },
    },
    by: row.by_id === null || row.by_name === null ? null : { id: row.by_id, name: row.by_name },
    rule: rule ?? null,
    team: team ?? null,
    cause: cause ?? null,
    text: row.note ?? (why === undefined ? null : localizer.translateStored(why)),
    notice: row.notice_kind && { kind: row.notice_kind, subject: row.notice_subject ?? '' },
    url: url ?? null,
    is_read: row.is_unread === 0,
    created_at: toIso(row.created_at),
  }
}
