import type { NoticeKind } from '#contracts/notices.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

export interface NoticeRow {
  readonly id: number
  readonly kind: NoticeKind
  readonly subject: string
  readonly reason: string
  readonly created_at: number
}

interface NewNotice {
  readonly userId: number
  readonly kind: NoticeKind
  readonly subject: string
  readonly reason: string
  readonly now: number
}

const COLUMNS = 'id, kind, subject, reason, created_at'

/** All SQL about notices. */
export const noticeQueries = oncePerDb((db) => {
  const all = db.prepare<[number], NoticeRow>(
    `SELECT ${COLUMNS} FROM notices WHERE user_id = ? ORDER BY id DESC`,
  )
  const insert = db.prepare<[NewNotice], NoticeRow>(`
    INSERT INTO notices (user_id, kind, subject, reason, created_at) VALUES (:userId, :kind, :subject, :reason, :now)
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}
  `)
  const remove = db.prepare<[number, number]>('DELETE FROM notices WHERE id = ? AND +user_id = ?')
  const removeAbout = db
    .prepare<[number, NoticeKind, string], number>(
      'DELETE FROM notices WHERE user_id = ? AND kind = ? AND subject = ? RETURNING id',
    )
    .pluck()

  return {
    all: (userId: number) => all.all(userId),
    /** Undefined when there is one about that subject already. */
    insert: (notice: NewNotice) => insert.get(notice),
    remove: (userId: number, id: number) => remove.run(id, userId).changes > 0,
    /** The id of the notice that was there. */
    removeAbout: (userId: number, kind: NoticeKind, subject: string) =>
      removeAbout.get(userId, kind, subject),
  }
})
