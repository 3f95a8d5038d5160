import type { InboxView } from '#contracts/inbox-views.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Tx } from '../../../db/write.ts'
import { presentView } from './present.ts'
import { type ViewList, type ViewRow, viewQueries } from './queries.ts'

/** The list that a view is in. */
export const listOf = (
  userId: number,
  { operator_id, is_shared }: Pick<ViewRow, 'operator_id' | 'is_shared'>,
): ViewList => ({ userId, operatorId: operator_id, isShared: is_shared === 1 })

/** A list of views as operators see it. */
export const presentList = (db: Db, list: ViewList): InboxView[] =>
  viewQueries(db)
    .all(list)
    .map((row) => presentView(db, list.userId, row))

/** Records that a list of views has changed: the shared ones for everyone, others for their operator. */
export function recordViews(
  tx: Tx,
  { db, events }: Pick<Context, 'db' | 'events'>,
  list: ViewList,
): void {
  const { userId, operatorId, isShared } = list
  events.record(tx, {
    userId,
    operatorId: isShared ? null : operatorId,
    type: 'inbox_views.changed',
    payload: { is_shared: isShared, data: presentList(db, list) },
  })
}
