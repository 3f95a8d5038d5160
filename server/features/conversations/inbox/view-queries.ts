import { oncePerDb } from '../../../db/once-per-db.ts'

export interface ViewRow {
  readonly id: number
  readonly name: string
  /** JSON. */
  readonly filters: string
  readonly position: number
}

interface NewView {
  readonly userId: number
  readonly operatorId: number
  readonly name: string
  readonly filters: string
  readonly now: number
}

/** All SQL about the views that operators have saved. */
export const viewQueries = oncePerDb((db) => {
  const columns = 'id, name, filters, position'
  const all = db.prepare<[number], ViewRow>(
    `SELECT ${columns} FROM inbox_views WHERE operator_id = ? ORDER BY position, id`,
  )
  const find = db.prepare<[number, number, number], ViewRow>(
    `SELECT ${columns} FROM inbox_views WHERE user_id = ? AND operator_id = ? AND id = ?`,
  )
  const insert = db.prepare<[NewView], ViewRow>(`
    INSERT INTO inbox_views (user_id, operator_id, name, filters, position, created_at)
    SELECT :userId, :operatorId, :name, :filters, 1 + ifnull(max(position), -1), :now
    FROM inbox_views WHERE operator_id = :operatorId
    RETURNING ${columns}
  `)
  const update = db.prepare<[ViewRow], ViewRow>(`
    UPDATE inbox_views SET name = :name, filters = :filters, position = :position WHERE id = :id RETURNING ${columns}
  `)
  const remove = db.prepare<[number]>('DELETE FROM inbox_views WHERE id = ?')

  return {
    all: (operatorId: number) => all.all(operatorId),
    find: (userId: number, operatorId: number, id: number) => find.get(userId, operatorId, id),
    insert: (view: NewView) => insert.get(view)!,
    update: (view: ViewRow) => update.get(view)!,
    remove: (id: number) => remove.run(id),
  }
})
