import type { InboxCount, TeamCount } from '#contracts/inbox.ts'
import type { Db } from '../../../db/open.ts'
import { countQueries, isCounted } from './count-queries.ts'
import { MAX_COUNT, narrowedQueries } from './narrowed-queries.ts'
import { isByStart, type Narrowing } from './narrowing.ts'

/** Number of matching conversations: from counters if possible, otherwise counted, and up to a limit unless they are filtered by start. */
export function countMatching(db: Db, narrowing: Narrowing): InboxCount {
  if (isCounted(narrowing)) return { count: countQueries(db).matching(narrowing), is_more: false }
  const found = narrowedQueries(db).count(narrowing)
  // By start, all are counted from an index: a report's number must be the count of its list.
  if (isByStart(narrowing)) return { count: found, is_more: false }
  return { count: Math.min(found, MAX_COUNT), is_more: found > MAX_COUNT }
}

/**
 * Number of matching conversations at a price that does not depend on how many there are: from counters if possible, otherwise
 * among the newest rows of an index, as a lower bound if there are more.
 */
export function countCheaply(db: Db, narrowing: Narrowing): InboxCount {
  if (isCounted(narrowing)) return { count: countQueries(db).matching(narrowing), is_more: false }
  return narrowedQueries(db).countNewest(narrowing)
}

/** Number of open conversations of each team of an account. */
export const countTeams = (db: Db, userId: number): TeamCount[] =>
  countQueries(db)
    .teams(userId, MAX_COUNT + 1)
    .map(({ id, count }) => ({ id, count: Math.min(count, MAX_COUNT), is_more: count > MAX_COUNT }))
