import type { StoredFault } from '#contracts/faults.ts'
import type { NoticeKind } from '#contracts/notices.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface NoticeRow {
  readonly id: number
  readonly kind: NoticeKind
  readonly subject: string
  readonly reason: StoredFault
  readonly created_at: number
}

interface NewNotice {
  readonly userId: number
  readonly kind: NoticeKind
  readonly subject: string
  readonly reason: StoredFault
  readonly now: number
}

const COLUMNS = 'id, kind, subject, reason, created_at'

/** All SQL for notices. */
export const noticeQueries = oncePerDb((sql) => {
  const all = sql.read<[number], NoticeRow>(
    `SELECT ${COLUMNS} FROM notices WHERE user_id = ? ORDER BY id DESC`,
  )
  const insert = sql.write<[NewNotice], NoticeRow>(`
    INSERT INTO notices (user_id, kind, subject, reason, created_at) VALUES (:userId, :kind, :subject, :reason, :now)
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}
  `)
  const remove = sql.write<[number, number]>('DELETE FROM notices WHERE id = ? AND +user_id = ?')
  const removeAbout = sql
    .write<[number, NoticeKind, string], number>(
      'DELETE FROM notices WHERE user_id = ? AND kind = ? AND subject = ? RETURNING id',
    )
    .pluck()

  return {
    all: (userId: number) => all.all(userId),
    /** Undefined if there is already one about that subject. */
    insert: (tx: Tx, notice: NewNotice) => insert.get(tx, notice),
    remove: (tx: Tx, userId: number, id: number) => remove.run(tx, id, userId).changes > 0,
    /** The id of the deleted notice. */
    removeAbout: (tx: Tx, userId: number, kind: NoticeKind, subject: string) =>
      removeAbout.get(tx, userId, kind, subject),
  }
})
