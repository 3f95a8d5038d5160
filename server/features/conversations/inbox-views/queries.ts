import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface ViewRow {
  readonly id: number
  readonly operator_id: number
  readonly name: string
  /** JSON. */
  readonly filters: string
  /** An `InboxSort`; null for the order of whoever opens it. */
  readonly sort: string | null
  readonly is_shared: 0 | 1
  readonly deleted_at: number | null
}

/** Columns of a view that operators set. */
type Columns = Omit<ViewRow, 'id' | 'deleted_at'>

interface NewView extends Columns {
  readonly userId: number
  readonly now: number
}

/** The shared views of an account, or an operator's own. */
export interface ViewList {
  readonly userId: number
  readonly operatorId: number
  readonly isShared: boolean
}

/** All SQL for saved inbox views. */
export const viewQueries = oncePerDb((sql) => {
  const columns = 'id, operator_id, name, filters, sort, is_shared, deleted_at'
  const shared = sql.read<[number], ViewRow>(`
    SELECT ${columns} FROM inbox_views
    WHERE user_id = ? AND is_shared = 1 AND deleted_at IS NULL ORDER BY position, id
  `)
  const own = sql.read<[number], ViewRow>(`
    SELECT ${columns} FROM inbox_views
    WHERE operator_id = ? AND is_shared = 0 AND deleted_at IS NULL ORDER BY position, id
  `)
  const find = sql.read<[{ userId: number; operatorId: number; id: number }], ViewRow>(`
    SELECT ${columns} FROM inbox_views
    WHERE id = :id AND user_id = :userId AND (is_shared = 1 OR operator_id = :operatorId)
  `)
  const naming = sql.read<[number], ViewRow>(`
    SELECT ${columns} FROM inbox_views WHERE user_id = ? AND filters ->> '$.labels' IS NOT NULL
  `)
  const setFilters = sql.write<[string, number]>('UPDATE inbox_views SET filters = ? WHERE id = ?')
  const insert = sql.write<[NewView], ViewRow>(`
    INSERT INTO inbox_views (user_id, operator_id, name, filters, sort, is_shared, position, created_at)
    SELECT :userId, :operator_id, :name, :filters, :sort, :is_shared, ifnull(max(position), -1) + 1, :now
    FROM inbox_views WHERE user_id = :userId AND is_shared = :is_shared
    RETURNING ${columns}
  `)
  const update = sql.write<[Columns & { id: number }], ViewRow>(`
    UPDATE inbox_views
    SET operator_id = :operator_id, name = :name, filters = :filters, sort = :sort, is_shared = :is_shared,
      position = iif(is_shared = :is_shared, position, (
        SELECT ifnull(max(position), -1) + 1 FROM inbox_views AS others
        WHERE others.user_id = inbox_views.user_id AND others.is_shared = :is_shared
      ))
    WHERE id = :id RETURNING ${columns}
  `)
  const place = sql.write<[number, number]>('UPDATE inbox_views SET position = ? WHERE id = ?')
  const setDeleted = sql.write<[number | null, number], ViewRow>(
    `UPDATE inbox_views SET deleted_at = ? WHERE id = ? RETURNING ${columns}`,
  )
  const forgetBefore = sql.write<[number]>('DELETE FROM inbox_views WHERE deleted_at < ?')

  /** The views of a list, in order. */
  const all = ({ userId, operatorId, isShared }: ViewList): ViewRow[] =>
    isShared ? shared.all(userId) : own.all(operatorId)

  /** Sorts a list: these of its ids come first, in this order. */
  function sort(tx: Tx, list: ViewList, ids: readonly number[]): void {
    const known = all(list).map(({ id }) => id)
    for (const [position, id] of [...new Set([...ids, ...known])].entries())
      place.run(tx, position, id)
  }

  return {
    all,
    sort,
    /** A view that the operator sees, even if deleted. */
    find: (userId: number, operatorId: number, id: number) => find.get({ userId, operatorId, id }),
    /** Views of all operators of an account that filter by labels, even if deleted. */
    namingLabels: (userId: number) => naming.all(userId),
    setFilters: (tx: Tx, id: number, filters: string) => setFilters.run(tx, filters, id),
    /** Inserts a view at the end of its list. */
    insert: (tx: Tx, view: NewView) => insert.get(tx, view)!,
    /** Changes a view; one that moves to another list goes to its end. */
    update: (tx: Tx, id: number, { operator_id, name, filters, sort, is_shared }: Columns) =>
      update.get(tx, { id, operator_id, name, filters, sort, is_shared })!,
    remove: (tx: Tx, id: number, now: number) => setDeleted.get(tx, now, id)!,
    restore: (tx: Tx, id: number) => setDeleted.get(tx, null, id)!,
    /** Forgets views that were deleted before a time. */
    forgetBefore: (tx: Tx, before: number) => forgetBefore.run(tx, before),
  }
})
