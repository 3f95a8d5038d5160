import type { ReplyOf } from '#contracts/endpoint.ts'
import type { countInbox } from '#contracts/inbox.ts'
import type { InboxFilter } from '#contracts/inbox-filter.ts'
import type { Db } from '../../../db/open.ts'
import { countCheaply } from '../inbox/count.ts'
import { type Caller, narrowingOf } from '../inbox/narrowing.ts'
import { viewQueries } from './queries.ts'

/** Numbers of conversations in the saved views that an operator sees, but not in those with a text search. */
export function countViews(db: Db, caller: Caller): ReplyOf<typeof countInbox>['saved'] {
  return [true, false]
    .flatMap((isShared) => viewQueries(db).all({ ...caller, isShared }))
    .map(({ id, filters }) => {
      const filter: InboxFilter = JSON.parse(filters)
      return { id, ...(filter.q === undefined && countCheaply(db, narrowingOf(filter, caller))) }
    })
}
