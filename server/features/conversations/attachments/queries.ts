import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface AttachmentRow {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** Side that uploaded a file; the other side cannot send it. */
export type Uploader = 'desk' | 'visitor'

/** A file that is stored under its key. */
export type NewFile = Omit<AttachmentRow, 'id'>

interface NewAttachment extends NewFile {
  readonly conversationId: number
  /** Null for the visitor. */
  readonly operatorId: number | null
  readonly now: number
}

const COLUMNS = 'id, key, name, media_type, size, width, height'

/** All SQL for attachments, sent or still unsent. */
export const attachmentQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewAttachment], AttachmentRow>(`
    INSERT INTO attachments (conversation_id, operator_id, key, name, media_type, size, width, height, created_at)
    VALUES (:conversationId, :operatorId, :key, :name, :media_type, :size, :width, :height, :now)
    RETURNING ${COLUMNS}
  `)
  const byKey = sql.read<[string], AttachmentRow>(
    `SELECT ${COLUMNS} FROM attachments WHERE key = ${hidden('?')}`,
  )
  const unsent = sql.read<[number, number, number], AttachmentRow>(`
    SELECT ${COLUMNS} FROM attachments
    WHERE id = ${hidden('?')} AND +conversation_id = ? AND message_id IS NULL AND (operator_id IS NULL) = ?
  `)
  const ofConversation = sql.read<[number], AttachmentRow>(
    `SELECT ${COLUMNS} FROM attachments WHERE conversation_id = ? ORDER BY id`,
  )
  const keys = sql
    .read<[number], string>('SELECT key FROM attachments WHERE conversation_id = ?')
    .pluck()
  const send = sql.write<[number, number]>('UPDATE attachments SET message_id = ? WHERE id = ?')
  const remove = sql.write<[number]>('DELETE FROM attachments WHERE id = ?')
  const removeUnsent = sql.write<[number]>(
    'DELETE FROM attachments WHERE message_id IS NULL AND created_at < ?',
  )
  const announce = sql.write<[string, number]>(
    'INSERT INTO attachments_arriving (key, created_at) VALUES (?, ?)',
  )
  const arrived = sql.write<[string]>('DELETE FROM attachments_arriving WHERE key = ?')
  const lost = sql
    .read<[number, number], string>(
      'SELECT key FROM attachments_arriving WHERE created_at < ? LIMIT ?',
    )
    .pluck()
  const trash = sql.read<[number], string>('SELECT key FROM attachment_trash LIMIT ?').pluck()
  const emptied = sql.write<[string]>('DELETE FROM attachment_trash WHERE key = ?')

  return {
    insert: (tx: Tx, attachment: NewAttachment) => insert.get(tx, attachment)!,
    byKey: (key: string) => byKey.get(key),
    /** An unsent upload of this side in a conversation. */
    unsent: (conversationId: number, by: Uploader, id: number) =>
      unsent.get(id, conversationId, Number(by === 'visitor')),
    /** All files of a conversation, including unsent uploads. */
    ofConversation: (conversationId: number) => ofConversation.all(conversationId),
    /** Keys of a conversation's files. */
    keys: (conversationId: number) => keys.all(conversationId),
    send: (tx: Tx, id: number, messageId: number) => send.run(tx, messageId, id),
    /** Deletes the row; the sweep deletes its file. */
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    removeUnsent: (tx: Tx, before: Date) => removeUnsent.run(tx, before.getTime()),
    /** Records the key of a file that is about to be written. */
    announce: (tx: Tx, key: string, now: Date) => announce.run(tx, key, now.getTime()),
    /** Records that a file now has a row, or is gone. */
    arrived: (tx: Tx, key: string) => arrived.run(tx, key),
    /** Keys of files that were announced before a time and never got a row. */
    lost: (before: Date, limit: number) => lost.all(before.getTime(), limit),
    /** Keys of files whose rows were deleted. */
    trash: (limit: number) => trash.all(limit),
    emptied: (tx: Tx, key: string) => emptied.run(tx, key),
  }
})
