import type { NewCannedReply } from '#contracts/canned-replies.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

export interface CannedReplyRow {
  readonly id: number
  readonly shortcut: string
  readonly title: string
  readonly content: string
  readonly updated_at: number
}

const COLUMNS = 'id, shortcut, title, content, updated_at'

/** All SQL about canned replies. */
export const cannedReplyQueries = oncePerDb((db) => {
  const all = db.prepare<[number], CannedReplyRow>(
    `SELECT ${COLUMNS} FROM canned_replies WHERE user_id = ? ORDER BY shortcut COLLATE NOCASE`,
  )
  const find = db.prepare<[number, number], CannedReplyRow>(
    `SELECT ${COLUMNS} FROM canned_replies WHERE id = ? AND +user_id = ?`,
  )
  const idOf = db
    .prepare<[number, string], number>(
      'SELECT id FROM canned_replies WHERE user_id = ? AND shortcut = ? COLLATE NOCASE',
    )
    .pluck()
  const insert = db.prepare<[NewCannedReply & { userId: number; now: number }], CannedReplyRow>(`
    INSERT INTO canned_replies (user_id, shortcut, title, content, created_at, updated_at)
    VALUES (:userId, :shortcut, :title, :content, :now, :now) RETURNING ${COLUMNS}
  `)
  const update = db.prepare<[NewCannedReply & { id: number; now: number }], CannedReplyRow>(`
    UPDATE canned_replies SET shortcut = :shortcut, title = :title, content = :content, updated_at = :now
    WHERE id = :id RETURNING ${COLUMNS}
  `)
  const remove = db.prepare<[number]>('DELETE FROM canned_replies WHERE id = ?')

  return {
    all: (userId: number) => all.all(userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** Whose shortcut that is. */
    idOf: (userId: number, shortcut: string) => idOf.get(userId, shortcut),
    insert: (userId: number, reply: NewCannedReply, now: Date) =>
      insert.get({ ...reply, userId, now: now.getTime() })!,
    update: (id: number, reply: NewCannedReply, now: Date) =>
      update.get({ ...reply, id, now: now.getTime() })!,
    remove: (id: number) => remove.run(id),
  }
})
