import type { ConversationType } from '#contracts/enums.ts'
import type { StoredFault } from '#contracts/faults.ts'
import type { NoticeKind } from '#contracts/notices.ts'
import type { NotificationCause, NotificationKind } from '#contracts/notifications.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** The part of a notification that depends on its kind, stored as JSON. */
export interface NotificationData {
  readonly cause?: NotificationCause
  /** Name of the rule. */
  readonly rule?: string
  /** Name of the team. */
  readonly team?: string
  readonly reason?: StoredFault
  /** Address of a webhook. */
  readonly url?: string
}

export interface NotificationRow {
  readonly id: number
  readonly kind: NotificationKind
  readonly audience: 'person' | 'desk' | 'managers'
  readonly operator_id: number | null
  readonly by_id: number | null
  readonly by_name: string | null
  readonly conversation_uuid: string | null
  readonly conversation_type: ConversationType | null
  readonly visitor_uuid: string | null
  readonly visitor_name: string | null
  readonly note: string | null
  readonly notice_kind: NoticeKind | null
  readonly notice_subject: string | null
  readonly notice_reason: StoredFault | null
  /** JSON of `NotificationData`. */
  readonly data: string
  readonly is_unread: number
  readonly created_at: number
}

/** An unread notification. */
export interface UnreadRow {
  readonly kind: NotificationKind
  /** UUID. */
  readonly conversation: string | null
}

/** An operator whose notifications are read. */
export interface Reader {
  readonly userId: number
  readonly operatorId: number
  /** True if they receive those for managers of the account. */
  readonly isManager: boolean
}

interface NewNotification {
  readonly userId: number
  readonly kind: NotificationKind
  readonly audience: NotificationRow['audience']
  readonly operatorId: number | null
  readonly byOperatorId: number | null
  readonly conversationId: number | null
  readonly noteId: number | null
  readonly noticeId: number | null
  readonly data: string
  readonly now: number
}

interface ReaderParams {
  readonly userId: number
  readonly me: number
  readonly isManager: number
  /** JSON: kinds that are not listed. */
  readonly hidden: string
}

/** Start of a note that is shown, characters. */
const EXCERPT = 300

/** Unread notifications are counted up to this number. */
const MAX_COUNTED = 100

/** The notification up to which the operator `:me` has read all. */
const READ_UP_TO =
  'ifnull((SELECT read_up_to FROM notification_settings WHERE operator_id = :me), 0)'

const IS_UNREAD = `(
  is_settled = 0 AND notifications.id > ${READ_UP_TO} AND NOT EXISTS (
    SELECT 1 FROM notification_reads WHERE operator_id = :me AND notification_id = notifications.id
  )
)`

/** Ids of the conversations in which notes mention the operator `:me`. */
export const MENTIONED_IN = `
  SELECT notifications.conversation_id FROM notifications JOIN notes ON notes.id = notifications.note_id
  WHERE notifications.operator_id = :me AND notifications.kind = 'mention' AND notes.deleted_at IS NULL
`

/** Those of them with unread mentions. */
export const UNREAD_MENTIONED_IN = `${MENTIONED_IN} AND ${IS_UNREAD}`

/** Each part of an operator's notifications is read from its own index, in order. */
const PARTS = [
  'notifications.operator_id = :me',
  ...[`'desk'`, `'managers' AND :isManager = 1`].map(
    (audience) => `
      notifications.operator_id IS NULL AND notifications.user_id = :userId AND audience = ${audience}
      AND notifications.created_at >= (SELECT created_at FROM operators WHERE id = :me)`,
  ),
]

/** Ids of an operator's notifications that meet a condition, newest first; those about deleted notes are left out. */
const idsWhere = (condition: string) => `
  ${PARTS.map(
    (part) => `
      SELECT notifications.id AS id FROM notifications LEFT JOIN notes ON notes.id = notifications.note_id
      WHERE ${part} AND notes.deleted_at IS NULL AND ${condition}
        AND notifications.kind NOT IN (SELECT value FROM json_each(:hidden))`,
  ).join(' UNION ALL ')}
  ORDER BY id DESC
`

const NOTIFICATION = `
  SELECT notifications.id, notifications.kind, audience, notifications.operator_id, by_operator_id AS by_id,
    operators.name AS by_name, conversations.uuid AS conversation_uuid, conversations.type AS conversation_type,
    visitors.uuid AS visitor_uuid, visitors.shown_name AS visitor_name, substr(notes.content, 1, ${EXCERPT}) AS note,
    notices.kind AS notice_kind, notices.subject AS notice_subject, notices.reason AS notice_reason, data,
    ${IS_UNREAD} AS is_unread, notifications.created_at
  FROM notifications
    LEFT JOIN operators ON operators.id = notifications.by_operator_id
    LEFT JOIN conversations ON conversations.id = notifications.conversation_id
    LEFT JOIN visitors AS own ON own.id = conversations.visitor_id
    LEFT JOIN visitors ON visitors.id = ifnull(own.contact_id, own.id)
    LEFT JOIN notes ON notes.id = notifications.note_id
    LEFT JOIN notices ON notices.id = notifications.notice_id
`

/** All SQL for notifications. */
export const notificationQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewNotification]>(`
    INSERT INTO notifications
      (user_id, kind, audience, operator_id, by_operator_id, conversation_id, note_id, notice_id, data, created_at)
    VALUES
      (:userId, :kind, :audience, :operatorId, :byOperatorId, :conversationId, :noteId, :noticeId, :data, :now)
    ON CONFLICT DO NOTHING
  `)
  const byId = sql.read<[{ id: number; me: number | null }], NotificationRow>(
    `${NOTIFICATION} WHERE notifications.id = :id`,
  )
  const page = sql.read<[ReaderParams & { before: number; limit: number }], NotificationRow>(`
    ${NOTIFICATION} WHERE notifications.id IN (
      SELECT id FROM (${idsWhere('notifications.id < :before')} LIMIT :limit)
    ) ORDER BY notifications.id DESC
  `)
  const unread = sql.read<[ReaderParams], UnreadRow>(`
    SELECT notifications.kind, conversations.uuid AS conversation FROM notifications LEFT JOIN conversations ON conversations.id = notifications.conversation_id
    WHERE notifications.id IN (SELECT id FROM (${idsWhere(IS_UNREAD)} LIMIT ${MAX_COUNTED}))
    ORDER BY notifications.id DESC
  `)
  const isTheirs = sql
    .read<[Omit<ReaderParams, 'hidden'> & { id: number }], number>(
      `SELECT 1 FROM notifications WHERE id = :id AND (${PARTS.map((part) => `(${part})`).join(' OR ')})`,
    )
    .pluck()
  const read = sql.write<[number, number]>(
    'INSERT INTO notification_reads (operator_id, notification_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const conversationOf = sql
    .read<[number, string], number>('SELECT id FROM conversations WHERE user_id = ? AND uuid = ?')
    .pluck()
  const readAbout = sql.write<[{ me: number; conversation: number }]>(`
    INSERT INTO notification_reads (operator_id, notification_id)
    SELECT :me, id FROM notifications
    WHERE conversation_id = :conversation AND (operator_id = :me OR operator_id IS NULL) AND ${IS_UNREAD}
  `)
  const readUpTo = sql
    .read<[number], number>('SELECT read_up_to FROM notification_settings WHERE operator_id = ?')
    .pluck()
  const setReadUpTo = sql.write<[number, number]>(`
    INSERT INTO notification_settings (operator_id, read_up_to)
    VALUES (?, min(?, (SELECT ifnull(max(id), 0) FROM notifications)))
    ON CONFLICT DO UPDATE SET read_up_to = excluded.read_up_to
  `)
  const settings = sql
    .read<[number], string>('SELECT settings FROM notification_settings WHERE operator_id = ?')
    .pluck()
  const setSettings = sql.write<[number, string]>(`
    INSERT INTO notification_settings (operator_id, settings) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET settings = excluded.settings
  `)
  const isKnown = sql
    .read<[number, string, number], number>(`
      SELECT 1 FROM notifications
      WHERE operator_id IS NULL AND user_id = ? AND audience = 'managers' AND data ->> '$.url' = ? AND created_at > ?
    `)
    .pluck()
  const forget = sql.write<[number, number]>(
    'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE created_at < ? ORDER BY created_at LIMIT ?)',
  )
  const withHidden = ({ userId, operatorId, isManager }: Reader, hidden: readonly string[]) => ({
    userId,
    me: operatorId,
    isManager: Number(isManager),
    hidden: JSON.stringify(hidden),
  })

  return {
    /** Undefined if a note has named this person before. */
    insert(tx: Tx, notification: NewNotification): NotificationRow | undefined {
      const { changes, lastInsertRowid } = insert.run(tx, notification)
      return changes === 0 ? undefined : byId.get({ id: Number(lastInsertRowid), me: null })
    },
    /** A notification as an operator sees it, whether it is theirs or not; undefined if it was deleted. */
    forOperator: (id: number, operatorId: number) => byId.get({ id, me: operatorId }),
    /** Newest first, without the hidden kinds. */
    page: (reader: Reader, hidden: readonly string[], before: number, limit: number) =>
      page.all({ ...withHidden(reader, hidden), before, limit }),
    /** Unread ones without the hidden kinds, newest first, at most 100. */
    unread: (reader: Reader, hidden: readonly string[]) => unread.all(withHidden(reader, hidden)),
    isTheirs: ({ userId, operatorId, isManager }: Reader, id: number) =>
      isTheirs.get({ userId, me: operatorId, isManager: Number(isManager), id }) !== undefined,
    /** False if it was read. */
    read: (tx: Tx, operatorId: number, id: number) => read.run(tx, operatorId, id).changes > 0,
    conversationOf: (userId: number, uuid: string) => conversationOf.get(userId, uuid),
    /** The number marked as read. */
    readAbout: (tx: Tx, operatorId: number, conversationId: number) =>
      readAbout.run(tx, { me: operatorId, conversation: conversationId }).changes,
    readUpTo: (operatorId: number) => readUpTo.get(operatorId) ?? 0,
    /** Later notifications are unread, however large the id. */
    setReadUpTo: (tx: Tx, operatorId: number, id: number) => setReadUpTo.run(tx, operatorId, id),
    /** JSON; undefined if never set. */
    settings: (operatorId: number) => settings.get(operatorId),
    setSettings: (tx: Tx, operatorId: number, json: string) =>
      setSettings.run(tx, operatorId, json),
    /** Reports whether the managers have been told about a webhook since an instant, ms since 1970. */
    isKnown: (userId: number, url: string, since: number) =>
      isKnown.get(userId, url, since) !== undefined,
    /** Deletes at most `limit` from before an instant, ms since 1970; returns the number deleted. */
    forget: (tx: Tx, before: number, limit: number) => forget.run(tx, before, limit).changes,
  }
})
