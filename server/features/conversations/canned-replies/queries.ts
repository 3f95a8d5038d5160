import type { NewCannedReply } from '#contracts/canned-replies.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface CannedReplyRow {
  readonly id: number
  readonly shortcut: string
  readonly title: string
  readonly content: string
  readonly updated_at: number
}

const COLUMNS = 'id, shortcut, title, content, updated_at'

/** All SQL for canned replies. */
export const cannedReplyQueries = oncePerDb((sql) => {
  const all = sql.read<[number], CannedReplyRow>(
    `SELECT ${COLUMNS} FROM canned_replies WHERE user_id = ? ORDER BY shortcut COLLATE NOCASE`,
  )
  const find = sql.read<[number, number], CannedReplyRow>(
    `SELECT ${COLUMNS} FROM canned_replies WHERE id = ? AND +user_id = ?`,
  )
  const idOf = sql
    .read<[number, string], number>(
      'SELECT id FROM canned_replies WHERE user_id = ? AND shortcut = ? COLLATE NOCASE',
    )
    .pluck()
  const insert = sql.write<[NewCannedReply & { userId: number; now: number }], CannedReplyRow>(`
    INSERT INTO canned_replies (user_id, shortcut, title, content, created_at, updated_at)
    VALUES (:userId, :shortcut, :title, :content, :now, :now) RETURNING ${COLUMNS}
  `)
  const update = sql.write<[NewCannedReply & { id: number; now: number }], CannedReplyRow>(`
    UPDATE canned_replies SET shortcut = :shortcut, title = :title, content = :content, updated_at = :now
    WHERE id = :id RETURNING ${COLUMNS}
  `)
  const remove = sql.write<[number]>('DELETE FROM canned_replies WHERE id = ?')

  return {
    all: (userId: number) => all.all(userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** Id of the canned reply with that shortcut. */
    idOf: (userId: number, shortcut: string) => idOf.get(userId, shortcut),
    insert: (tx: Tx, userId: number, reply: NewCannedReply, now: Date) =>
      insert.get(tx, { ...reply, userId, now: now.getTime() })!,
    update: (tx: Tx, id: number, reply: NewCannedReply, now: Date) =>
      update.get(tx, { ...reply, id, now: now.getTime() })!,
    remove: (tx: Tx, id: number) => remove.run(tx, id),
  }
})
