import type { InboxFilter, InboxSort } from '#contracts/inbox-filter.ts'
import type { InboxView, NamedFilter } from '#contracts/inbox-views.ts'
import type { Db } from '../../../db/open.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { teamQueries } from '../../accounts/teams/queries.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { labelQueries } from '../labels/queries.ts'
import type { ViewRow } from './queries.ts'

/** A saved view as operators see it. */
export function presentView(db: Db, userId: number, row: ViewRow): InboxView {
  const filters: InboxFilter = JSON.parse(row.filters)
  return {
    id: row.id,
    name: row.name,
    filters,
    sort: row.sort as InboxSort | null,
    is_shared: row.is_shared === 1,
    operator_id: row.operator_id,
    missing: missingIn(db, userId, filters),
  }
}

const isId = (value: string): boolean => /^\d+$/.test(value)

/** Filters that name something the account does not have, or no longer. */
function missingIn(db: Db, userId: number, filters: InboxFilter): NamedFilter[] {
  const isThere: Readonly<Record<NamedFilter, (value: string) => boolean>> = {
    assignee: (id) => operatorQueries(db).ofUser(userId, Number(id)) !== undefined,
    team: (id) => teamQueries(db).find(userId, Number(id)) !== undefined,
    assistant_id: (id) => assistantQueries(db).has(userId, Number(id)),
    labels: (id) => labelQueries(db).find(userId, Number(id)) !== undefined,
  }
  return (Object.keys(isThere) as NamedFilter[]).filter((name) =>
    String(filters[name] ?? '')
      .split(',')
      .some((value) => isId(value) && !isThere[name](value)),
  )
}
