/*
 * GET    /user/inbox/views              listInboxViews
 * POST   /user/inbox/views              createInboxView
 * PUT    /user/inbox/views/:id          updateInboxView
 * DELETE /user/inbox/views/:id          deleteInboxView
 * POST   /user/inbox/views/:id/restore  restoreInboxView
 * POST   /user/inbox/views/order        sortInboxViews
 */
import type { BodyOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import {
  createInboxView,
  deleteInboxView,
  listInboxViews,
  MAX_VIEWS,
  restoreInboxView,
  sortInboxViews,
  updateInboxView,
} from '#contracts/inbox-views.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import { assertMay } from '../../../http/policy.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { RESTORABLE_MS } from '../../platform/values/restorable.ts'
import { presentView } from './present.ts'
import { type ViewList, type ViewRow, viewQueries } from './queries.ts'
import { listOf, presentList, recordViews } from './record-views.ts'

/** Capability to share views, and to change those that others share. */
const SHARING = 'account'

/** Saved views of the inbox. */
export const viewRoutes: Routes = (context) => {
  const { handle, db, write, now } = context
  const views = viewQueries(db)

  handle(listInboxViews, ({ principal }) => ({
    data: [true, false].flatMap((isShared) => presentList(db, { ...principal, isShared })),
  }))

  handle(createInboxView, ({ principal, body }) =>
    write((tx) => {
      const { userId, operatorId } = principal
      const isShared = body.is_shared === true
      if (isShared) assertMay(principal, SHARING)
      refuseFull({ userId, operatorId, isShared })
      const row = views.insert(tx, {
        userId,
        operator_id: operatorId,
        name: body.name,
        filters: JSON.stringify(body.filters),
        sort: body.sort ?? null,
        is_shared: isShared ? 1 : 0,
        now: now().getTime(),
      })
      changed(tx, { userId, operatorId, isShared })
      return { message: 'View created successfully', data: presentView(db, userId, row) }
    }),
  )

  handle(updateInboxView, ({ principal, params, body }) =>
    write((tx) => {
      const row = findChangeable(principal, params.id)
      const next = { ...row, ...columnsOf(body) }
      const isMoved = next.is_shared !== row.is_shared
      if (isMoved) moveTo(principal, next)
      const data = views.update(tx, row.id, next)
      changed(tx, listOf(principal.userId, data))
      if (isMoved) changed(tx, { ...listOf(principal.userId, data), isShared: row.is_shared === 1 })
      return { message: 'View updated successfully', data: presentView(db, principal.userId, data) }
    }),
  )

  handle(deleteInboxView, ({ principal, params }) =>
    write((tx) => {
      const row = findChangeable(principal, params.id)
      views.remove(tx, row.id, now().getTime())
      changed(tx, listOf(principal.userId, row))
      return { message: 'View deleted successfully' }
    }),
  )

  handle(restoreInboxView, ({ principal, params }) =>
    write((tx) => {
      const row = findChangeable(principal, params.id, { isDeletedToo: true })
      const data = row.deleted_at === null ? row : restored(tx, principal, row)
      return {
        message: 'View restored successfully',
        data: presentView(db, principal.userId, data),
      }
    }),
  )

  handle(sortInboxViews, ({ principal, body: { ids, is_shared: isShared } }) =>
    write((tx) => {
      if (isShared) assertMay(principal, SHARING)
      const { userId, operatorId } = principal
      const list = { userId, operatorId, isShared }
      const known = views.all(list).map(({ id }) => id)
      const at = ids.findIndex((id) => !known.includes(id))
      if (at >= 0) throw new InvalidFields({ [`ids.${at}`]: [fault('not_selectable')] })
      views.sort(tx, list, ids)
      changed(tx, list)
      return { message: 'Views sorted successfully', data: presentList(db, list) }
    }),
  )

  const changed = (tx: Tx, list: ViewList) => recordViews(tx, context, list)

  function restored(tx: Tx, principal: Operator, row: ViewRow): ViewRow {
    const list = listOf(principal.userId, row)
    refuseFull(list)
    const data = views.restore(tx, row.id)
    changed(tx, list)
    return data
  }

  /** Checks a view that goes to another list. No longer shared, it is its creator’s, or the caller’s if the creator has left. */
  function moveTo(principal: Operator, next: { operator_id: number; is_shared: 0 | 1 }): void {
    if (next.is_shared === 1) assertMay(principal, SHARING)
    else if (!operatorQueries(db).ofUser(principal.userId, next.operator_id))
      next.operator_id = principal.operatorId
    refuseFull(listOf(principal.userId, next))
  }

  function refuseFull(list: ViewList): void {
    if (views.all(list).length >= MAX_VIEWS)
      throw new AppError('too_many_views', { params: { max: MAX_VIEWS } })
  }

  /** A view that the caller may change. */
  function findChangeable(principal: Operator, id: number, { isDeletedToo = false } = {}): ViewRow {
    const row = views.find(principal.userId, principal.operatorId, id)
    const since = isDeletedToo ? now().getTime() - RESTORABLE_MS : Number.POSITIVE_INFINITY
    if (!row || (row.deleted_at !== null && row.deleted_at < since))
      throw notFound('view_not_found')
    if (row.operator_id !== principal.operatorId) assertMay(principal, SHARING)
    return row
  }
}

/** The columns that a change of a view sets. */
const columnsOf = ({ name, filters, sort, is_shared }: BodyOf<typeof updateInboxView>) => ({
  ...(name !== undefined && { name }),
  ...(filters && { filters: JSON.stringify(filters) }),
  ...(sort !== undefined && { sort }),
  ...(is_shared !== undefined && { is_shared: is_shared ? (1 as const) : (0 as const) }),
})
