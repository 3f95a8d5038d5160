import type { InboxFilter } from '#contracts/inbox-filter.ts'
import type { RuleActions, RuleConditions } from '#contracts/rule-fields.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Tx } from '../../../db/write.ts'
import { type ViewRow, viewQueries } from '../inbox-views/queries.ts'
import { listOf, recordViews } from '../inbox-views/record-views.ts'
import { presentRule } from '../rules/present.ts'
import { type RuleRow, ruleQueries } from '../rules/queries.ts'

interface Reference<row> {
  readonly row: row
  /** The JSON columns of the row with another label in place of the one. */
  readonly changedTo: (into: number) => Partial<row>
}

/** Ids with another one in place of the one, each once. */
const replaced = (ids: readonly number[], from: number, into: number): number[] => [
  ...new Set(ids.map((id) => (id === from ? into : id))),
]

/** Rules that name a label in a condition or an action. */
function rulesNaming(db: Db, userId: number, id: number): Reference<RuleRow>[] {
  return ruleQueries(db)
    .all(userId)
    .flatMap((row) => {
      const conditions = JSON.parse(row.conditions) as RuleConditions
      const actions = JSON.parse(row.actions) as RuleActions
      const { label } = conditions
      const { label_ids: added } = actions
      if (!label?.ids.includes(id) && !added?.includes(id)) return []
      const changedTo = (into: number) => ({
        conditions: JSON.stringify({
          ...conditions,
          ...(label && { label: { ...label, ids: replaced(label.ids, id, into) } }),
        }),
        actions: JSON.stringify({
          ...actions,
          ...(added && { label_ids: replaced(added, id, into) }),
        }),
      })
      return [{ row, changedTo }]
    })
}

/** Saved views of all operators that filter by a label. */
function viewsNaming(db: Db, userId: number, id: number): Reference<ViewRow>[] {
  return viewQueries(db)
    .namingLabels(userId)
    .flatMap((row) => {
      const filters = JSON.parse(row.filters) as InboxFilter
      const ids = filters.labels?.split(',').map(Number) ?? []
      if (!ids.includes(id)) return []
      const changedTo = (into: number) => ({
        filters: JSON.stringify({ ...filters, labels: replaced(ids, id, into).join(',') }),
      })
      return [{ row, changedTo }]
    })
}

/** Number of rules and saved views that name a label. */
export const countReferences = (db: Db, userId: number, id: number) => ({
  rules: rulesNaming(db, userId, id).length,
  views: viewsNaming(db, userId, id).filter(({ row }) => row.deleted_at === null).length,
})

/** Makes rules and saved views that name a label name another one. */
export function renameReferences(
  tx: Tx,
  { db, events, now }: Pick<Context, 'db' | 'events' | 'now'>,
  userId: number,
  { from, into }: { readonly from: number; readonly into: number },
): void {
  const rules = ruleQueries(db)
  const naming = rulesNaming(db, userId, from)
  for (const { row, changedTo } of naming)
    rules.update(tx, row, { ...row, ...changedTo(into) }, now().getTime())
  if (naming.length > 0)
    events.record(tx, {
      userId,
      type: 'rules.changed',
      payload: { data: rules.all(userId).map(presentRule) },
    })
  const views = viewsNaming(db, userId, from)
  for (const { row, changedTo } of views)
    viewQueries(db).setFilters(tx, row.id, changedTo(into).filters!)
  const shown = views.filter(({ row }) => row.deleted_at === null)
  const lists = shown.map(({ row }) => listOf(userId, row))
  // One for everyone, and one for each operator who has some of their own.
  const changed = new Map(lists.map((list) => [list.isShared ? 0 : list.operatorId, list]))
  for (const list of changed.values()) recordViews(tx, { db, events }, list)
}
