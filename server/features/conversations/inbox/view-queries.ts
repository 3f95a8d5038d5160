import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

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

/** All SQL for saved inbox views. */
export const viewQueries = oncePerDb((sql) => {
  const columns = 'id, name, filters, position'
  const all = sql.read<[number], ViewRow>(
    `SELECT ${columns} FROM inbox_views WHERE operator_id = ? ORDER BY position, id`,
  )
  const find = sql.read<[number, number, number], ViewRow>(
    `SELECT ${columns} FROM inbox_views WHERE user_id = ? AND operator_id = ? AND id = ?`,
  )
  const naming = sql.read<[number], Pick<ViewRow, 'id' | 'filters'>>(`
    SELECT id, filters FROM inbox_views WHERE user_id = ? AND filters ->> '$.labels' IS NOT NULL
  `)
  const setFilters = sql.write<[string, number]>('UPDATE inbox_views SET filters = ? WHERE id = ?')
  const insert = sql.write<[NewView], ViewRow>(`
    INSERT INTO inbox_views (user_id, operator_id, name, filters, position, created_at)
    SELECT :userId, :operatorId, :name, :filters, 1 + ifnull(max(position), -1), :now
    FROM inbox_views WHERE operator_id = :operatorId
    RETURNING ${columns}
  `)
  const update = sql.write<[ViewRow], ViewRow>(`
    UPDATE inbox_views SET name = :name, filters = :filters, position = :position WHERE id = :id RETURNING ${columns}
  `)
  const remove = sql.write<[number]>('DELETE FROM inbox_views WHERE id = ?')

  return {
    all: (operatorId: number) => all.all(operatorId),
    find: (userId: number, operatorId: number, id: number) => find.get(userId, operatorId, id),
    /** Views of all operators of an account that filter by labels. */
    namingLabels: (userId: number) => naming.all(userId),
    setFilters: (tx: Tx, id: number, filters: string) => setFilters.run(tx, filters, id),
    insert: (tx: Tx, view: NewView) => insert.get(tx, view)!,
    update: (tx: Tx, view: ViewRow) => update.get(tx, view)!,
    remove: (tx: Tx, id: number) => remove.run(tx, id),
  }
})
